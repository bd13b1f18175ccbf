export const sendFailure = {
  notSent: 'Not sent',
  tryAgain: 'Try again',
  discard: 'Discard',
};
