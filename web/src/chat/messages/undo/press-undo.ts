/** Takes the newest message back. False if none can be. */
export function pressUndo(): boolean {
  const [newest] = Array.from(document.querySelectorAll<HTMLElement>('[data-undo]')).toReversed();
  newest?.click();
  return newest !== undefined;
}
