import type { WayChange } from '@snug/protocol';
import { plural } from './plural.ts';

const changes: Record<WayChange, (at: string) => string> = {
  account_linked: (at: string) => `Another way to sign in was connected to your account on ${at}.`,
  account_unlinked: (at: string) => `A way to sign in was disconnected from your account on ${at}.`,
  password_added: (at: string) => `Your account got a password on ${at}.`,
  password_changed: (at: string) => `Your password was changed on ${at}.`,
  passkey_added: (at: string) => `A passkey was added to your account on ${at}.`,
  passkey_removed: (at: string) => `A passkey was removed from your account on ${at}.`,
  token_created: (at: string) => `An access token was created with your account on ${at}.`,
  token_revoked: (at: string) => `An access token of yours was revoked on ${at}.`,
  webhook_created: (at: string) => `An outgoing webhook was created with your account on ${at}.`,
  webhook_deleted: (at: string) => `An outgoing webhook of yours was deleted on ${at}.`,
};

export const accountTexts = {
  account: {
    heading: 'Signing in',
    none: 'None',
    signInAgain:
      'Sign in again first, so that nobody else can do this in a window that you left open. Then open the Dashboard again.',

    noticesTitle: 'Please read this about your account',
    recoveryLink: (at: string) =>
      `An admin created a recovery link for your account on ${at}. Anyone who has it can set a new password for 15 minutes.`,
    recoveryLinkOver: (at: string) =>
      `An admin created a recovery link for your account on ${at}. It wasn't used.`,
    recoveryLinkUsed: (at: string, usedAt: string) =>
      `An admin created a recovery link for your account on ${at}. It was used on ${usedAt} to set a new password.`,
    changes,
    otherNotice: (at: string) => `Your account was changed on ${at}.`,
    noticesAdvice:
      "If you didn't expect that, change your password. You can then end everything else that opens your account. The people who look after this server can help.",
    acknowledge: "I've read this",
  },

  dashboard: {
    greeting: (name: string) => `Hey, ${name}`,

    selectAvatar: 'Select new avatar',
    wrongType: (type: string) => `Wrong file type ${type}`,
    unknownType: 'unknown',
    avatarFailed: 'File process error',

    nickname: {
      label: 'Nickname',
      placeholder: 'Write your name',
      edit: 'Edit nickname',
      save: 'Save nickname',
      cancel: 'Cancel editing nickname',
      empty: 'Input is empty',
    },
    nicknameUpdated: 'Nickname has been updated',

    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    sound: 'Play a sound when messages arrive',

    sessions: 'Signed-in devices',
    thisDevice: 'This device',
    signedIn: (ago: string) => `Signed in ${ago}`,
    endSession: (device: string) => `Sign out of ${device}`,
    sessionEnded: (device: string) => `Signed out of ${device}`,
    signOutEverywhere: 'Sign out everywhere',
    signedOutEverywhere: 'Signed out everywhere',

    signOut: 'Sign out',
    signedOut: 'Signed Out',
    unsentMessages: (count: number) =>
      plural(count, {
        one: `${count} message hasn't been sent yet`,
        other: `${count} messages haven't been sent yet`,
      }),
    willBeLost: "Unsent messages will be lost: this browser can't store them.",
    messagesWillWait: (count: number) =>
      plural(count, {
        one: 'It will be kept in this browser and sent when you sign in again.',
        other: 'They will be kept in this browser and sent when you sign in again.',
      }),
    unsentDrafts: (count: number) =>
      plural(count, {
        one: `${count} draft hasn't been sent yet`,
        other: `${count} drafts haven't been sent yet`,
      }),
    draftsWillWait: (count: number) =>
      plural(count, {
        one: 'It will be kept in this browser, hidden from others, until you sign in again.',
        other: 'They will be kept in this browser, hidden from others, until you sign in again.',
      }),
    unsentMessagesAndDrafts: (messages: number, drafts: number) =>
      `${plural(messages, { one: `${messages} message`, other: `${messages} messages` })} and ${plural(
        drafts,
        {
          one: `${drafts} draft`,
          other: `${drafts} drafts`,
        },
      )} haven't been sent yet`,
    bothWillWait:
      'They will be kept in this browser, hidden from others. When you sign in again, messages are sent and drafts are back.',
  },

  email: {
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
    confirmHint:
      "Your email isn't confirmed yet. Without that, you can't use it if you forget your password.",
    sendConfirmation: 'Send confirmation email',
    sendAgain: 'Send the link again',
  },

  password: {
    show: 'Show password',
    hide: 'Hide password',
    required: 'Enter a password',
    tooShort: (least: number) => `Use at least ${least} characters`,
    tooLong: (most: number) => `Use at most ${most} characters`,
    wrong: "That password isn't right",

    label: 'Password',
    change: 'Change password',
    set: 'Set a password',
    current: 'Current password',
    new: 'New password',
    endsSessions: 'You stay signed in here. All your other devices are signed out.',
    changed: 'Password changed',
    isSet: 'Password set',
    needsEmail: 'Add an email first. You sign in with it and your password.',
  },

  passkeys: {
    label: 'Passkeys',
    count: (count: number) => plural(count, { one: '1 passkey', other: `${count} passkeys` }),
    manage: 'Manage passkeys',
    add: 'Add passkey',
    explanation:
      'A passkey signs you in with your fingerprint, face or screen lock, without a password or a code. It works only here, so nobody can trick you out of it.',
    continue: 'Continue',
    code: 'Code from your authenticator app',
    prompt: 'Your browser asks you to confirm the new passkey.',
    tryAgain: 'Try again',
    added: 'Passkey added',
    most: (max: number) => `You have ${max} passkeys, which is the most. Remove one to add another.`,
    notHere: "This browser can't use passkeys here. Open Snug in another one to add a passkey.",
    addedOn: (date: string) => `Added ${date}`,
    lastUsed: (ago: string) => `Last used ${ago}`,
    neverUsed: 'Never used',
    back: 'Back',
    rename: 'Rename',
    renameOf: (name: string) => `Rename ${name}`,
    renaming: 'A name helps you to tell your passkeys apart. Nobody else sees it.',
    name: 'Name',
    nameRequired: 'Please enter a name',
    save: 'Save',
    renamed: 'Passkey renamed',
    remove: 'Remove',
    removeOf: (name: string) => `Remove ${name}`,
    removal: (name: string) =>
      `${name} will no longer sign you in here. Delete it from your device or password manager, too.`,
    removed: 'Passkey removed',

    signIn: 'Sign in with a passkey',
    cancelled: 'Nothing happened, because the prompt was closed. Try again when you like.',
    alreadyHere: 'This device already has a passkey for Snug',
    wrongAddress: "Passkeys don't work at this address of Snug. Sign in another way.",
    unsuitable: "This device can't keep such a passkey. Try another one, such as your phone.",
  },

  twoStep: {
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
  },

  /** `name` is the provider's. */
  providers: {
    linked: 'Linked accounts',
    disconnect: 'Disconnect',
    disconnectFrom: (name: string) => `Disconnect ${name}`,
    linkTo: (name: string) => `Link to ${name}`,
    linking: (name: string) => `You can then sign in with ${name}.`,
    continueTo: (name: string) => `Continue to ${name}`,
    disconnecting: (name: string) => `You can then no longer sign in with ${name}.`,
    disconnected: (name: string) => `Disconnected from ${name}`,
    linkedWith: (name: string) => `Linked with ${name}`,
    onlyWayIn: (name: string) => `You cannot disconnected from ${name}`,
    windowBlocked: (name: string) =>
      `Your browser blocked the ${name} window. Allow pop-ups for Snug and try again.`,
    windowLeft: (name: string) => `${name} wasn't linked: the window was closed`,

    failed: (name: string) => `Couldn't reach ${name}. Try again later.`,
    denied: (name: string) => `You cancelled at ${name}; nothing changed`,
    emailTaken: (name: string) =>
      `There's already an account with this email. Sign in to it, then link ${name} from the Dashboard.`,
    linkedElsewhere: (name: string) => `This ${name} account is already linked to someone else here`,
    signUpClosed: 'New accounts need an invitation, or are closed on this server',
    sessionChanged: 'Someone else has signed in since, so nothing was linked',
    expired: 'That took too long or was started in another window. Try again.',
    unreachable: (name: string) => `Couldn't reach ${name}. Try again later.`,
    wrongIssuer: (name: string) =>
      `Snug has another address for ${name} than ${name} itself. Ask the person who runs Snug to check OIDC_ISSUER.`,
    wrongClient: (name: string) =>
      `${name} refuses Snug's client id or secret. Ask the person who runs Snug to check them.`,
    wrongClock: (name: string) =>
      `The clocks of Snug and ${name} differ too much. Ask the person who runs Snug to set them.`,
    wrongClientId: (name: string) =>
      `${name} signed you in for another app. Ask the person who runs Snug to check the client id.`,
    unverified: (name: string) =>
      `Snug can't verify what ${name} signed. Its log has the reason, for the person who runs Snug.`,
    noProfile: (name: string) =>
      `${name} sent no profile of you. The log of Snug has the reason, for the person who runs it.`,
    notAllowed: (name: string) =>
      `Your ${name} account can't sign in here. Ask the people who manage ${name} for access.`,
    rateLimited: "You're going a bit fast. Try again in a minute.",
    accessEnded:
      'Your access has ended. Ask the person who invited you, or the people who look after this server.',
  },

  linking: {
    wait: 'One moment...',
    nothingLinked: 'Nothing was linked. You can close this window.',
    done: 'Done. You can close this window.',
  },

  waysIn: {
    title: 'What still opens your account',
    explanation:
      "Your other devices are signed out. These still get in, or act or read for you. Remove everything that you don't know.",
    none: 'Nothing besides your password opens your account.',
    kinds: {
      provider: 'Linked account',
      passkey: 'Passkey',
      token: 'Access token',
      botToken: 'Access token of a bot',
      webhook: 'Outgoing webhook',
    },
    addedOn: (date: string) => `Added ${date}`,
    revoking: (token: string) => `Programs that use ${token} stop working at once.`,
    deleting: (address: string) => `${address} gets nothing more.`,
    delete: 'Delete',
    deleteOf: (name: string) => `Delete ${name}`,
    done: 'Done',
  },

  dataDownload: {
    label: 'Your data',
    value: 'Keep a copy of everything that is yours',
    heading: 'Download my data',
    action: 'Download my data',
    explanation:
      'You get a ZIP archive with your profile, your messages and files, and your rooms, reactions, mentions, saved messages, pins, blocks, reports and invitations. No passwords or codes.',
    messages: (count: number, shown: string) =>
      plural(count, { one: `${shown} message`, other: `${shown} messages` }),
    files: (count: number, shown: string) => plural(count, { one: `${shown} file`, other: `${shown} files` }),
    size: (messages: string, files: string, size: string) => `About ${messages} and ${files} (${size})`,
    largeSize: (messages: string, files: string, size: string) =>
      `About ${messages} and more than ${files} (more than ${size})`,
    measuring: 'Counting your messages and files...',
    start: 'Download',
    started: 'Your download starts. Your browser shows its progress and keeps the archive in its downloads.',
    where:
      "Your browser shows the progress and keeps the archive in its downloads. Keep it private: it's all yours.",
  },

  accountDeletion: {
    label: 'Your account',
    value: 'Delete it, with or without your messages',
    heading: 'Delete account',
    action: 'Delete account',
    explanation:
      "You're signed out everywhere, and your name, picture and settings are erased. You can't undo this, so download your data before. Your email is free for a new account.",
    rooms: 'If you are the only admin of a room, the member who joined first becomes its admin.',
    messages: 'Your messages and files',
    keep: 'Keep them',
    erase: 'Erase them',
    hints: {
      keep: 'They stay where they are, under “Someone who left”.',
      erase: 'They disappear for everyone. That can take a while.',
    },
    deleted: 'Your account is deleted',
  },
};
