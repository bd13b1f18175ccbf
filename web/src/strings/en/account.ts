export const account = {
  heading: 'Signing in',
  none: 'None',
  signInAgain:
    'Sign in again first, so that nobody else can do this in a window that you left open. Then open the Dashboard again.',
};
