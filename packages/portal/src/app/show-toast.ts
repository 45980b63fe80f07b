/** Passing notices of the page itself. What shows them is fetched with the first of them. */
export async function showToast(text: string, tone: 'danger' | 'warning'): Promise<void> {
  const { toast } = await import('../ui/toast/toast.ts')
  toast(text, tone)
}
