export const signInTexts = {
  signIn: {
    heading: (workspace: string) => `Sign in to ${workspace}`,
    description: 'A small, warm room for your people.',
    invited: "You're invited to a room. Create an account to join it.",
    invitedTo: (person: string, room: string) => `${person} invites you to ${room}`,
    haveAccount: 'I already have an account',
    byInvitation: 'To create an account here, open an invitation link.',
    first: 'The link that Snug printed when it started makes the first account the admin.',
    firstByLink: 'Open the link that Snug printed when it started.',
    isNew: 'New here?',
    toSignUp: 'Create an account',
    newHeading: 'Create your account',
    isKnown: 'Already have an account?',
    toSignIn: 'Sign in',
    name: 'Name',
    password: 'Password',
    signIn: 'Sign in',
    signUp: 'Create account',
    or: 'or',
    continueWith: (provider: string) => `Continue with ${provider}`,
    someProvider: 'the provider',

    nameRequired: 'Enter your name',
    noMatch: "That email and password don't match. Check them and try again.",
    emailTaken:
      "There's already an account with this email. Sign in instead? If you never did or can't, ask an admin for a link.",
    emailTakenMailed:
      "There's already an account with this email. Sign in instead? We've also sent a link to this address.",

    demo: 'Demo people',
    demoDescription: 'For development: sign in as',
  },

  recovery: {
    title: 'Set a new password',
    for: (name: string) =>
      `For the account of ${name}. This signs you out on all devices, and removes your linked accounts, passkeys, access tokens and outgoing webhooks.`,
    needsEmail: 'You sign in with it from now on.',
    set: 'Set password',
    over: 'This link no longer works',
    overDescription: 'A recovery link works once and for a short time. Ask for a new one.',
    done: 'Your new password is set',
    doneDescription: 'Sign in with it on each of your devices.',
    toSignIn: 'Sign in',

    forgotten: 'Forgot password?',
    forgottenTitle: 'Forgot your password?',
    forgottenDescription: 'Get a link for a new one by email.',
    send: 'Send link',
    sentTitle: 'Check your email',
    sentDescription: (email: string) =>
      `If ${email} is the confirmed email of an account, a link is on its way. It works for one hour.`,
    back: 'Back to sign in',

    confirmTitle: 'Confirm your email',
    confirmDescription: 'You then recover your account with it if you forget your password.',
    confirm: 'Confirm email',
    confirmOver: 'Links to confirm an email work once and for one hour. Ask for a new one in the Dashboard.',
    confirmed: 'Your email is confirmed',
    confirmedDescription: (email: string) => `You sign in with ${email}.`,
    toSnug: 'Continue to Snug',
  },

  claim: {
    welcome: (name: string) => `Welcome, ${name}. Your messages are here.`,
    welcomeFrom: (name: string, source: string) => `Welcome, ${name}. Your messages from ${source} are here.`,
    /** By the name that the server has for them. */
    sources: {
      slack: 'Slack',
      discord: 'Discord',
      mattermost: 'Mattermost',
      matrix: 'Matrix',
      campfire: 'Campfire',
    },
    description: (workspace: string) => `Choose how you sign in to ${workspace}.`,
    descriptionFor: (workspace: string, email: string) =>
      `Choose how you sign in to ${workspace}. Your email is ${email}.`,
    separate: (name: string) =>
      `You're signed in as ${name}. This is a separate account: nothing is merged, and this browser signs out of the other one.`,
    set: 'Set password and sign in',
    title: 'Sign in for the first time',
    over: 'This link no longer works',
    overDescription:
      'A link like this works once. Sign in if you have used it, or ask an admin for a new one.',
  },
};
