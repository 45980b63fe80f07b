import * as m from '@kerf/locales/messages'
import { type ReactNode, useId } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { icon } from '../../ui/icon/icon.tsx'
import { ArrowLeftIcon } from '../../ui/icon/icons.tsx'
import { LEVEL_MAX, type Placement, type Point, quarterTurn } from './crop-geometry.ts'
import styles from './crop-sliders.module.css'

const QuarterIcon = /* @__PURE__ */ icon(
  <>
    <path d="M16.5 9a6.5 6.5 0 1 0-1.9 4.6" />
    <path d="M17 4.5V9h-4.5" />
  </>,
)

/** The picture moves by so many CSS pixels of the crop area. */
const STEP_PX = 16
const MOVES = [
  { by: { x: -STEP_PX, y: 0 }, to: 'left', name: m.avatar_move_left },
  { by: { x: 0, y: -STEP_PX }, to: 'up', name: m.avatar_move_up },
  { by: { x: 0, y: STEP_PX }, to: 'down', name: m.avatar_move_down },
  { by: { x: STEP_PX, y: 0 }, to: 'right', name: m.avatar_move_right },
] as const

interface Props {
  placement: Placement
  onChange(part: Partial<Placement>): void
  move(by: Point): void
  canMove(by: Point): boolean
}

/** Zoom, rotation, and buttons that move the picture, for people who cannot drag it (WCAG 2.2, 2.5.7). */
export function CropSliders({ placement, onChange, move, canMove }: Props) {
  const { level, rotation } = placement
  return (
    <div className={styles.sliders}>
      <Slider
        label={m.avatar_zoom()}
        first
        value={level}
        min={1}
        max={LEVEL_MAX}
        step={0.01}
        text={m.avatar_zoom_value({ percent: Math.round(level * 100) })}
        onChange={next => onChange({ level: next })}
      />
      <Slider
        label={m.avatar_rotate()}
        value={rotation}
        min={-180}
        max={180}
        step={1}
        text={m.avatar_rotate_value({ degrees: Math.round(rotation) })}
        onChange={next => onChange({ rotation: next })}
        action={
          <Button
            variant="quiet"
            size="small"
            aria-label={m.avatar_quarter()}
            title={m.avatar_quarter()}
            onClick={() => onChange({ rotation: quarterTurn(rotation) })}
          >
            <QuarterIcon />
          </Button>
        }
      />
      <div className={styles.moves}>
        <span>{m.avatar_move()}</span>
        {MOVES.map(({ by, to, name }) => (
          <Button
            key={to}
            variant="secondary"
            size="small"
            aria-label={name()}
            title={name()}
            data-to={to}
            aria-disabled={!canMove(by) || undefined}
            onClick={() => move(by)}
          >
            <ArrowLeftIcon />
          </Button>
        ))}
      </div>
    </div>
  )
}

interface SliderProps {
  label: string
  value: number
  min: number
  max: number
  step: number
  text: string
  onChange(next: number): void
  /** has the focus when the dialog opens */
  first?: boolean
  action?: ReactNode
}

function Slider({ label, value, text, onChange, first, action, ...range }: SliderProps) {
  const id = useId()
  const shareOf = (at: number) => (at - range.min) / (range.max - range.min)
  const [share, unchanged] = [shareOf(value), shareOf(Math.max(range.min, 0))]
  return (
    <div className={styles.slider}>
      <label htmlFor={id}>{label}</label>
      <input
        {...range}
        id={id}
        type="range"
        value={value}
        style={{ '--from': Math.min(share, unchanged), '--to': Math.max(share, unchanged) } as object}
        aria-valuetext={text}
        data-autofocus={first && ''}
        onChange={event => onChange(event.target.valueAsNumber)}
      />
      <output htmlFor={id} aria-hidden="true">
        {text}
      </output>
      {action}
    </div>
  )
}
