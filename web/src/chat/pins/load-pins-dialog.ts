export async function loadPinsDialog() {
  return (await import('./pins-dialog.tsx')).PinsDialog;
}
