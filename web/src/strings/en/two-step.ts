import { plural } from './plural.ts';

export const twoStep = {
  label: 'Two-step verification',
  off: 'Off',
  on: (codes: number) =>
    plural(codes, { one: 'On, 1 recovery code left', other: `On, ${codes} recovery codes left` }),
  setUp: 'Set up',
  manage: 'Manage',
  explanation:
    'With it, signing in needs a code from an authenticator app on your phone, too. Somebody who learns your password still stays out.',
  begin: 'Continue',
  scan: 'Scan this with your authenticator app, or type the key into it. Then enter the code that it shows.',
  qrCode: 'QR code for your authenticator app',
  key: 'Key',
  code: 'Code',
  turnOn: 'Turn on',
  turnedOn: 'Two-step verification is on',
  codesHeading: 'Recovery codes',
  codesDescription:
    "If you lose your phone, each of these signs you in once. Keep them somewhere safe: they aren't shown again.",
  copyCodes: 'Copy codes',
  codesCopied: 'Codes copied',
  codesNotCopied: "Your browser didn't let us copy them. Please select and copy them by hand.",
  done: "I've saved them",
  manageDescription: 'Signing in needs a code from your authenticator app.',
  newCodes: 'New recovery codes',
  newCodesDescription: 'They replace the ones that you have. Enter a code from your app first.',
  createCodes: 'Create codes',
  turnOff: 'Turn off',
  turnOffDescription:
    'Enter a code from your app, or a recovery code. Then your password alone signs you in.',
  turnedOff: 'Two-step verification is off',
  wrong: "That code isn't right, or was used before",
  codeRequired: 'Please enter a code',

  title: 'Enter your code',
  description: 'Your authenticator app shows it.',
  recoveryTitle: 'Enter a recovery code',
  recoveryDescription: 'You got ten of them when you turned on two-step verification. Each works once.',
  recoveryCode: 'Recovery code',
  recoveryInstead: 'Use a recovery code',
  appInstead: 'Use your app',
  signIn: 'Sign in',
  back: 'Back to sign in',
  tooLate: 'That took too long. Please sign in again.',
};
