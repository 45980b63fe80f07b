/** Shows a toast. Its component is loaded with the first one. */
export async function showToast(text: string, tone: 'danger' | 'warning' | 'success'): Promise<void> {
  const { toast } = await import('../ui/toast/toast.ts')
  toast(text, tone)
}
