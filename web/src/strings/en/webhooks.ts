import type { WebhookProblem } from '@snug/protocol';

type Problem = Exclude<WebhookProblem, 'status'>;

const problems: Readonly<Record<Problem, string>> = {
  invalid_url: "The address isn't valid",
  forbidden_address:
    "The address leads into a private network, or isn't https. An admin of the server can allow it.",
  unknown_host: 'There is no server with this name',
  unreachable: "The receiver can't be reached",
  timeout: "The receiver didn't respond in time",
  too_large: 'The response was too large',
};

export const webhooks = {
  heading: 'Outgoing webhooks',
  intro: 'A webhook sends what happens in a room to an address, until the program there has received it.',
  newWebhook: 'New outgoing webhook',
  onlyAdminsCreate: 'Only workspace admins can create webhooks here. Ask one of them.',
  url: 'Address',
  urlPlaceholder: 'https://',
  urlRequired: 'Enter an https address',
  oneRoom: 'A webhook is for one room.',
  roomRequired: 'Choose a room',
  create: 'Create webhook',

  secret: 'Signing secret',
  copyNow: "The program checks signatures with it. Copy it now. Snug can't show it again.",
  copy: 'Copy secret',
  copied: 'Secret copied',
  notCopied: "Couldn't copy the secret. Select and copy it yourself.",
  done: 'Done',

  unknownRoom: "A room that you can't read",
  delivering: 'Delivering',
  waitingSince: (time: string) => `Waiting for the receiver since ${time}`,
  paused: {
    failing: 'Paused, because the receiver failed for 3 days',
    gone: 'Paused, because the receiver wants nothing more',
    no_access: "Paused, because you can't read the room",
    removed: 'An admin removed it from the room',
  },
  lastSuccess: (ago: string) => `Last delivery ${ago}`,
  neverDelivered: 'Nothing delivered yet',
  problems,
  status: (status: number) => `The receiver responded with status ${status}`,

  test: 'Send a test',
  tested: 'The receiver got the test',
  retry: 'Try again',
  retrying: 'Trying again',
  delete: 'Delete webhook',
  deleteQuestion: 'Delete this webhook?',
  deleteDescription: 'The address gets nothing more. A new webhook has another secret.',
  deleted: 'Webhook has been deleted',
};
