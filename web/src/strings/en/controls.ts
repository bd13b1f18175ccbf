/** Controls of dialogs and lists that load on first use. */
export const controls = {
  close: 'Close',
  cancel: 'Cancel',
  linkCopied: 'Link copied',
  linkNotCopied: "Couldn't copy the link. Try again.",

  listWidth: 'Width of the room list',
  listWidthTooltip: 'Drag to resize, double-click to reset',
  pixels: (count: number) => `${count} pixels`,
  doneLater: "Snug does this as soon as you're back online",
  share: (what: string) => `Choose a room for ${what}`,
  shareFiles: (count: number) => `Choose a room for ${count} files`,
};
