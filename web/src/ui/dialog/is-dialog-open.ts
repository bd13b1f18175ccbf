/** False while the last dialog closes with an animation. */
export function isDialogOpen(): boolean {
  return document.querySelector('[data-open]:is([role="dialog"], [role="alertdialog"])') !== null;
}
