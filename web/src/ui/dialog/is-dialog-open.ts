/** Whether a dialog is in front of the page. What is on its way out is open no more. */
export function isDialogOpen(): boolean {
  return document.querySelector('[data-open]:is([role="dialog"], [role="alertdialog"])') !== null;
}
