import type { Mail } from './mail.ts';

type Text = Omit<Mail, 'to'>;

// Without names: a person can sign up with somebody else's address, and could write to them through the name.

export function createRecoveryMail(link: string): Text {
  return {
    subject: 'Set a new Snug password',
    text: toText(
      'Somebody asked for a new password for your Snug account. To choose one, open this link within one hour. It works once:',
      link,
      "If it wasn't you, you don't need to do anything: your password stays as it is.",
    ),
  };
}

export function createConfirmationMail(link: string): Text {
  return {
    subject: 'Confirm your email for Snug',
    text: toText(
      'Open this link within one hour to confirm that this is your email address for Snug. It works once:',
      link,
      "If you don't know what this is about, you don't need to do anything.",
    ),
  };
}

/** To somebody who wants to use an address that another account has. */
export function createTakenMail(origin: string): Text {
  return {
    subject: 'Your email already has a Snug account',
    text: toText(
      'Somebody wanted to use this address for another Snug account, but it already has one. You can sign in with it:',
      `${origin}/signin`,
      "If it wasn't you, you don't need to do anything.",
    ),
  };
}

export function createEmailChangedMail(): Text {
  return createNotification(
    'The email of your Snug account changed',
    'Your Snug account now has another email address, so you can no longer sign in with this one.',
  );
}

export function createPasswordChangedMail(): Text {
  return createNotification(
    'Your Snug password changed',
    'The password of your Snug account has just changed, and all other devices were signed out.',
  );
}

export function createRecoveryLinkMail(): Text {
  return createNotification(
    'An admin created a recovery link for your Snug account',
    'An admin created a link with which you can set a new password. Anyone who has it can sign in as you for 15 minutes.',
  );
}

export function createTwoStepOnMail(): Text {
  return createNotification(
    'Two-step verification of your Snug account is on',
    'Each sign-in to your Snug account now needs a code from your authenticator app, too.',
  );
}

export function createTwoStepOffMail(): Text {
  return createNotification(
    'Two-step verification of your Snug account is off',
    'A sign-in to your Snug account no longer needs a code from an authenticator app.',
  );
}

export function createPasskeyAddedMail(): Text {
  return createNotification(
    'Your Snug account has a new passkey',
    'Somebody added a passkey to your Snug account. It signs in without your password.',
  );
}

export function createPasskeyRemovedMail(): Text {
  return createNotification(
    'A passkey of your Snug account was removed',
    'Somebody removed a passkey from your Snug account, so it no longer signs in.',
  );
}

export function createTestMail(): Text {
  return {
    subject: 'A test mail from Snug',
    text: toText('This mail arrived, so Snug can send mail.'),
  };
}

export function createAccountLinkedMail(): Text {
  return createNotification(
    'Your Snug account has another way to sign in',
    'Somebody linked an account of a provider, such as Google or GitHub, to your Snug account. It signs in without your password.',
  );
}

export function createAccountUnlinkedMail(): Text {
  return createNotification(
    'A linked account of your Snug account was disconnected',
    'Somebody disconnected an account of a provider from your Snug account, so it no longer signs in.',
  );
}

export function createTokenCreatedMail(): Text {
  return createNotification(
    'Your Snug account has a new access token',
    'Somebody created an access token with your Snug account. A program that has it can act as you, or as a bot of yours.',
  );
}

export function createTokenRevokedMail(): Text {
  return createNotification(
    'An access token of your Snug account was revoked',
    'Somebody revoked an access token of your Snug account, so it no longer works.',
  );
}

export function createWebhookCreatedMail(): Text {
  return createNotification(
    'Your Snug account has a new outgoing webhook',
    'Somebody created an outgoing webhook with your Snug account. It sends the messages of a room to another server.',
  );
}

export function createWebhookDeletedMail(): Text {
  return createNotification(
    'An outgoing webhook of your Snug account was deleted',
    'Somebody deleted an outgoing webhook of your Snug account, so it sends nothing more.',
  );
}

export function createAccountRecoveredMail(): Text {
  return createNotification(
    'Your Snug password changed',
    'Somebody set a new password with a recovery link. It signed out all devices, and removed the linked accounts, passkeys, access tokens and outgoing webhooks of your Snug account.',
  );
}

function createNotification(subject: string, sentence: string): Text {
  return {
    subject,
    text: toText(sentence, "If that wasn't for you, ask the people who look after this server for help."),
  };
}

function toText(...paragraphs: readonly string[]): string {
  return ['Hi,', ...paragraphs, 'Snug'].join('\n\n');
}
