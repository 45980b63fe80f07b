/** Keys and display of the demo machine. */
const display = document.getElementById('display')
const DIGITS = 6
let typed = ''

function show(text, large = '') {
  display.replaceChildren(text)
  if (large === '') return
  const strong = document.createElement('b')
  strong.textContent = large
  display.append(strong)
}

const put = async path => (await fetch(`/dev/machine/${path}`, { method: 'PUT' })).json()

async function enter() {
  if (typed.length !== DIGITS) return show('Six digits are needed.', typed)
  const { code } = await put(`digits/${typed}`)
  typed = ''
  show(
    'Whoever started this becomes the owner of this machine.',
    code.replace(/(..)(....)(....)/, '$1 $2 $3'),
  )
}

function press(key) {
  if (key === 'enter') return void enter()
  if (key === 'delete') typed = typed.slice(0, -1)
  else if (typed.length < DIGITS) typed += key
  show('Type the six digits.', typed)
}

document.querySelector('.keys').addEventListener('click', ({ target }) => {
  const { key } = target.closest('button')?.dataset ?? {}
  if (key) press(key)
})
addEventListener('keydown', event => {
  if (event.target instanceof HTMLButtonElement && event.key === 'Enter') return
  const key = { Enter: 'enter', Backspace: 'delete' }[event.key] ?? event.key
  if (/^(?:\d|enter|delete)$/.test(key)) press(key)
})
document.getElementById('reset').addEventListener('click', async () => {
  const { resetNumber } = await put('reset')
  typed = ''
  show(`Everything was reset. Reset number ${resetNumber}.`)
})
