/** The entries of a message's menu, and their toasts. */
export const messageActions = {
  menu: 'More actions',
  copyText: 'Copy text',
  textCopied: 'Text copied',
  textNotCopied: "Couldn't copy the text. Try again.",
  copyLink: 'Copy link',
};
