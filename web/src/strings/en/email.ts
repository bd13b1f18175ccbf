export const email = {
  label: 'Email',
  required: 'Enter your email',
  invalid: 'Please enter a valid email address',
  taken: "There's already an account with this email",

  change: 'Change email',
  add: 'Add an email',
  new: 'New email',
  changed: 'Email changed. Use it the next time you sign in.',
};
