import type { Fields } from './json-fields.ts';
import type { WebhookHeaders } from './webhook-body.ts';

interface Sender {
  isSender: (headers: WebhookHeaders, payload: Fields) => boolean;
  way: string;
}

const hasHeader = (name: string) => (headers: WebhookHeaders) => headers[name] !== undefined;

/** Programs whose own form has no text that a person could read. The first match counts: Gitea also sends GitHub's header. */
const SENDERS: readonly Sender[] = [
  {
    isSender: hasHeader('x-gitea-event'),
    way: 'In Gitea or Forgejo, add a webhook of the type Slack with this address.',
  },
  { isSender: hasHeader('x-gogs-event'), way: 'In Gogs, add a webhook of the type Slack with this address.' },
  {
    isSender: hasHeader('x-gitlab-event'),
    way: 'In GitLab, use the integration "Slack notifications" with this address.',
  },
  {
    isSender: hasHeader('x-github-event'),
    way: 'GitHub\'s webhooks have no text. In a workflow, post {"text": "..."} to this address, for example with curl.',
  },
  {
    isSender: hasHeader('x-event-key'),
    way: 'Bitbucket\'s webhooks have no text. In a pipeline, post {"text": "..."} to this address, for example with curl.',
  },
  {
    isSender: (headers, { webhookEvent }) =>
      hasHeader('x-atlassian-webhook-identifier')(headers) || typeof webhookEvent === 'string',
    way: 'In Jira, use an automation rule with "Send web request", this address and the custom data {"text": "..."}.',
  },
  {
    isSender: hasHeader('sentry-hook-resource'),
    way: 'Sentry\'s webhooks have no text. Let a small program between them post {"text": "..."} to this address.',
  },
  {
    isSender: hasHeader('x-amz-sns-message-type'),
    way: 'Amazon SNS sends no text before its address is confirmed. Let a Lambda function post {"text": "..."} to this address.',
  },
  {
    isSender: (_headers, { alerts, receiver }) => Array.isArray(alerts) && typeof receiver === 'string',
    way: 'In Alertmanager, use slack_configs with this address as api_url.',
  },
];

const GENERAL_WAY =
  'This JSON has no text. Choose Slack as the kind of webhook in the sending program, or send {"text": "..."}.';

/** One sentence for the person who sets up a program whose requests cannot become a message. */
export function describeWay(headers: WebhookHeaders, payload: Fields): string {
  return SENDERS.find(({ isSender }) => isSender(headers, payload))?.way ?? GENERAL_WAY;
}
