import type { Mail } from './mail.ts';

type Text = Omit<Mail, 'to'>;

// `name`: of the workspace.

// Without names: a person can sign up with somebody else's address, and could write to them through the name.

export function createRecoveryMail(name: string, link: string): Text {
  return {
    subject: `Set a new ${name} password`,
    text: toText(
      name,
      `Somebody asked for a new password for your ${name} account. To choose one, open this link within one hour. It works once:`,
      link,
      "If it wasn't you, you don't need to do anything: your password stays as it is.",
    ),
  };
}

/** To a person who came by an import. */
export function createClaimMail(name: string, link: string): Text {
  return {
    subject: `Your messages are in ${name}`,
    text: toText(
      name,
      `Somebody asked for an account in ${name} with this address. Your messages from an earlier chat are here already, and with them an account that nobody has used yet. To choose how you sign in, open this link within one hour. It works once:`,
      link,
      "If it wasn't you, you don't need to do anything: nobody can sign in as you without this link.",
    ),
  };
}

export function createConfirmationMail(name: string, link: string): Text {
  return {
    subject: `Confirm your email for ${name}`,
    text: toText(
      name,
      `Open this link within one hour to confirm that this is your email address for ${name}. It works once:`,
      link,
      "If you don't know what this is about, you don't need to do anything.",
    ),
  };
}

/** To somebody who wants to use an address that another account has. */
export function createTakenMail(name: string, origin: string): Text {
  return {
    subject: `Your email already has a ${name} account`,
    text: toText(
      name,
      `Somebody wanted to use this address for another ${name} account, but it already has one. You can sign in with it:`,
      `${origin}/signin`,
      "If it wasn't you, you don't need to do anything.",
    ),
  };
}

export function createEmailChangedMail(name: string): Text {
  return createNotification(
    name,
    `The email of your ${name} account changed`,
    `Your ${name} account now has another email address, so you can no longer sign in with this one.`,
  );
}

export function createPasswordChangedMail(name: string): Text {
  return createNotification(
    name,
    `Your ${name} password changed`,
    `The password of your ${name} account has just changed, and all other devices were signed out.`,
  );
}

export function createRecoveryLinkMail(name: string): Text {
  return createNotification(
    name,
    `An admin created a recovery link for your ${name} account`,
    'An admin created a link with which you can set a new password. Anyone who has it can sign in as you for 15 minutes.',
  );
}

export function createTwoStepOnMail(name: string): Text {
  return createNotification(
    name,
    `Two-step verification of your ${name} account is on`,
    `Each sign-in to your ${name} account now needs a code from your authenticator app, too.`,
  );
}

export function createTwoStepOffMail(name: string): Text {
  return createNotification(
    name,
    `Two-step verification of your ${name} account is off`,
    `A sign-in to your ${name} account no longer needs a code from an authenticator app.`,
  );
}

export function createPasskeyAddedMail(name: string): Text {
  return createNotification(
    name,
    `Your ${name} account has a new passkey`,
    `Somebody added a passkey to your ${name} account. It signs in without your password.`,
  );
}

export function createPasskeyRemovedMail(name: string): Text {
  return createNotification(
    name,
    `A passkey of your ${name} account was removed`,
    `Somebody removed a passkey from your ${name} account, so it no longer signs in.`,
  );
}

export function createTestMail(name: string): Text {
  return {
    subject: `A test mail from ${name}`,
    text: toText(name, `This mail arrived, so ${name} can send mail.`),
  };
}

export function createAccountLinkedMail(name: string): Text {
  return createNotification(
    name,
    `Your ${name} account has another way to sign in`,
    `Somebody linked an account of a provider, such as Google or GitHub, to your ${name} account. It signs in without your password.`,
  );
}

export function createAccountUnlinkedMail(name: string): Text {
  return createNotification(
    name,
    `A linked account of your ${name} account was disconnected`,
    `Somebody disconnected an account of a provider from your ${name} account, so it no longer signs in.`,
  );
}

export function createTokenCreatedMail(name: string): Text {
  return createNotification(
    name,
    `Your ${name} account has a new access token`,
    `Somebody created an access token with your ${name} account. A program that has it can act as you, or as a bot of yours.`,
  );
}

export function createTokenRevokedMail(name: string): Text {
  return createNotification(
    name,
    `An access token of your ${name} account was revoked`,
    `Somebody revoked an access token of your ${name} account, so it no longer works.`,
  );
}

export function createWebhookCreatedMail(name: string): Text {
  return createNotification(
    name,
    `Your ${name} account has a new outgoing webhook`,
    `Somebody created an outgoing webhook with your ${name} account. It sends the messages of a room to another server.`,
  );
}

export function createWebhookDeletedMail(name: string): Text {
  return createNotification(
    name,
    `An outgoing webhook of your ${name} account was deleted`,
    `Somebody deleted an outgoing webhook of your ${name} account, so it sends nothing more.`,
  );
}

export function createAccountRecoveredMail(name: string): Text {
  return createNotification(
    name,
    `Your ${name} password changed`,
    `Somebody set a new password with a recovery link. It signed out all devices, and removed the linked accounts, passkeys, access tokens and outgoing webhooks of your ${name} account.`,
  );
}

function createNotification(name: string, subject: string, sentence: string): Text {
  return {
    subject,
    text: toText(
      name,
      sentence,
      "If that wasn't for you, ask the people who look after this server for help.",
    ),
  };
}

function toText(name: string, ...paragraphs: readonly string[]): string {
  return ['Hi,', ...paragraphs, name].join('\n\n');
}
