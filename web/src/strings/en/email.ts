export const email = {
  label: 'Email',
  required: 'Enter your email',
  invalid: 'Please enter a valid email address',
  taken: "There's already an account with this email",

  change: 'Change email',
  add: 'Add an email',
  new: 'New email',
  changed: 'Email changed. Use it the next time you sign in.',
  sent: (email: string) => `Check the inbox of ${email}: a link there confirms it.`,
  unconfirmed: (email: string) => `${email}, not confirmed`,
  confirmHint: "Your email isn't confirmed yet. Without that, you can't use it if you forget your password.",
  sendConfirmation: 'Send confirmation email',
};
