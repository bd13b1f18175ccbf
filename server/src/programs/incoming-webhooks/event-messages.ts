import { type Fields, listFields, readText, toFields } from './json-fields.ts';
import { joinLines, writeField } from './message-parts.ts';
import { writeLink } from './slack-marks.ts';

interface EventForm {
  isForm: (payload: Fields) => boolean;
  read: (payload: Fields) => string;
}

/** Programs that send only what happened, as fields, and have no form with a text. */
const FORMS: readonly EventForm[] = [
  // https://docs.docker.com/docker-hub/repos/manage/webhooks/
  {
    isForm: ({ push_data: push, repository }) => hasText(push, 'tag') && hasText(repository, 'repo_name'),
    read: readDockerPush,
  },
  // https://developer.pagerduty.com/docs/webhooks-overview
  {
    isForm: ({ event }) => hasText(event, 'event_type') && isObject(toFields(event)['data']),
    read: readPagerDutyEvent,
  },
  // https://support.atlassian.com/statuspage/docs/enable-webhook-notifications/, also of Instatus and Better Stack
  { isForm: ({ page, incident }) => isObject(page) && hasText(incident, 'name'), read: readIncident },
  {
    isForm: ({ page, component, component_update: update }) =>
      isObject(page) && hasText(component, 'name') && hasText(update, 'new_status'),
    read: readComponent,
  },
  // https://support.atlassian.com/opsgenie/docs/opsgenie-edge-connector-alert-action-data/
  {
    isForm: ({ action, alert }) => readText(action) !== '' && hasText(alert, 'message'),
    read: readOpsgenieAlert,
  },
  // https://docs.newrelic.com/docs/alerts/get-notified/notification-integrations/#webhook, its default template
  {
    isForm: ({ issueUrl, title }) => readText(issueUrl) !== '' && readText(title) !== '',
    read: readNewRelicIssue,
  },
];

/** Empty for other payloads. */
export function readEventMessage(payload: Fields): string {
  return FORMS.find(({ isForm }) => isForm(payload))?.read(payload) ?? '';
}

function readDockerPush({ push_data: push, repository }: Fields): string {
  const { repo_name: name, repo_url: address } = toFields(repository);
  const { tag, pusher } = toFields(push);
  const image = writeLink(`${readText(name)}:${readText(tag)}`, readText(address));
  return joinLines([`${image} was pushed${by(readText(pusher))}`]);
}

function readPagerDutyEvent({ event }: Fields): string {
  const { event_type: type, agent, data: anyData } = toFields(event);
  const data = toFields(anyData);
  // A note, an update and a responder name their incident.
  const about = isObject(data['incident']) ? toFields(data['incident']) : data;
  const subject = writeLink(
    readText(about['title']) || readText(about['summary']),
    readText(about['html_url']),
  );
  const { service, priority, assignees, urgency, user, content, message } = data;
  const people = isObject(user) ? [toFields(user)] : listFields(assignees);
  return joinLines([
    `${writeField(capitalize(toWords(type)), subject)}${by(readSummary(agent))}`,
    readText(content) || readText(message),
    writeFact('Service', readSummary(service)),
    writeFact('Priority', readSummary(priority) || readText(urgency)),
    writeFact(isObject(user) ? 'Responder' : 'Assigned to', people.map(readSummary).join(', ')),
  ]);
}

/** The newest update is the first. */
function readIncident({ incident }: Fields): string {
  const { name, status, shortlink, url, incident_updates: updates } = toFields(incident);
  const subject = writeLink(readText(name), readText(shortlink) || readText(url));
  const [update] = listFields(updates);
  return joinLines([writeField(subject, toWords(status)), readText(update?.['body'])]);
}

function readComponent({ component, component_update: update }: Fields): string {
  const { old_status: before, new_status: now } = toFields(update);
  const statuses = [before, now].map(toWords).filter(status => status !== '');
  return writeField(readText(toFields(component)['name']), statuses.join(' → '));
}

function readOpsgenieAlert({ action, alert }: Fields): string {
  const { message, description, note, priority, username } = toFields(alert);
  return joinLines([
    `${writeField(readText(action), readText(message))}${by(readText(username))}`,
    readText(note) || readText(description),
    writeFact('Priority', readText(priority)),
  ]);
}

function readNewRelicIssue({ title, issueUrl, state, priority }: Fields): string {
  const issue = writeLink(readText(title), readText(issueUrl));
  return joinLines([
    writeField(capitalize(readText(state).toLowerCase()), issue),
    writeFact('Priority', readText(priority).toLowerCase()),
  ]);
}

function readSummary(reference: unknown): string {
  return readText(toFields(reference)['summary']);
}

function writeFact(name: string, value: string): string {
  return value === '' ? '' : writeField(name, value);
}

function by(name: string): string {
  return name === '' ? '' : ` by ${name}`;
}

/** `incident.priority_updated` and `major_outage`. */
function toWords(value: unknown): string {
  return readText(value).replaceAll(/[._]/g, ' ');
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function isObject(value: unknown): boolean {
  return Object.keys(toFields(value)).length > 0;
}

function hasText(value: unknown, name: string): boolean {
  return readText(toFields(value)[name]) !== '';
}
