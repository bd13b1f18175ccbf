import type { CommandName } from '@snug/protocol';

type OperationId = CommandName | 'upload_file';
type Thing =
  | 'room'
  | 'message'
  | 'person'
  | 'bot'
  | 'file'
  | 'invite'
  | 'invite_code'
  | 'token'
  | 'webhook'
  | 'program'
  | 'session'
  | 'passkey'
  | 'report';

/** As JSON pointers. The first thing is the subject of the operation, the others are its context. */
const RESULT_IDS: Partial<Record<OperationId, Partial<Record<Thing, string>>>> = {
  create_room: { room: '/room/id' },
  list_rooms: { room: '/rooms/0/id' },
  find_rooms: { room: '/rooms/0/id' },
  open_direct: { room: '/room/id' },
  send_message: { message: '/message/id', room: '/message/roomId' },
  search_messages: { message: '/messages/0/id', room: '/messages/0/roomId' },
  get_messages: { message: '/messages/0/id', room: '/messages/0/roomId' },
  find_people: { person: '/people/0/uid' },
  create_bot: { bot: '/bot/uid' },
  list_bots: { bot: '/bots/0/uid' },
  create_invite: { invite: '/invite/id' },
  list_invites: { invite: '/invites/0/id', invite_code: '/invites/0/code' },
  create_token: { token: '/token/id' },
  list_tokens: { token: '/tokens/0/id' },
  create_webhook: { webhook: '/webhook/id' },
  list_webhooks: { webhook: '/webhooks/0/id' },
  list_room_programs: { program: '/programs/0/id' },
  list_sessions: { session: '/sessions/0/id' },
  list_passkeys: { passkey: '/passkeys/0/id' },
  list_reports: { report: '/reports/0/id' },
  upload_file: { file: '/id' },
};

const FIELDS: Readonly<Record<string, Thing>> = {
  roomId: 'room',
  roomIds: 'room',
  messageId: 'message',
  messageIds: 'message',
  rootIds: 'message',
  replyTo: 'message',
  conversation: 'message',
  uid: 'person',
  uids: 'person',
  fileId: 'file',
};

/** Fields that have another meaning in one command. */
const FIELDS_OF_COMMANDS: Partial<Record<OperationId, Readonly<Record<string, Thing>>>> = {
  edit_message: { id: 'message' },
  search_messages: { from: 'person' },
  create_token: { uid: 'bot' },
  edit_bot: { uid: 'bot' },
  delete_bot: { uid: 'bot' },
  revoke_invite: { id: 'invite' },
  get_invite: { code: 'invite_code' },
  redeem_invite: { code: 'invite_code' },
  revoke_token: { id: 'token' },
  delete_webhook: { id: 'webhook' },
  retry_webhook: { id: 'webhook' },
  test_webhook: { id: 'webhook' },
  remove_room_program: { id: 'program' },
  end_session: { id: 'session' },
  rename_passkey: { id: 'passkey' },
  close_report: { id: 'report' },
};

const CURSORS = ['cursor', 'before', 'after', 'from'];

/** https://spec.openapis.org/oas/v3.1.0#link-object. `requestBody` has the fields that the result gives to the next operation. */
export interface Link {
  operationId: string;
  requestBody: Record<string, string | string[]>;
}

export interface LinkedOperation {
  operationId: OperationId;
  input: ObjectSchema;
  output: ObjectSchema;
}

export interface ObjectSchema {
  properties?: Record<string, object>;
  required?: string[];
}

/** The links of an operation's result, by the id of the operation that they lead to. */
export function createLinks(
  { operationId, input, output }: LinkedOperation,
  operations: readonly LinkedOperation[],
): Record<string, Link> {
  const ids = RESULT_IDS[operationId] ?? {};
  const links: Record<string, Link> = {};
  for (const target of operations) {
    const requestBody = createBody(target, ids);
    if (requestBody) links[target.operationId] = { operationId: target.operationId, requestBody };
  }
  const cursor = output.properties?.next && CURSORS.find(name => input.properties?.[name]);
  if (cursor) links.next_page = { operationId, requestBody: { [cursor]: toExpression('/next') } };
  return links;
}

/** Undefined if the target needs nothing that the operation is about. */
function createBody(
  { operationId, input }: LinkedOperation,
  ids: Partial<Record<Thing, string>>,
): Link['requestBody'] | undefined {
  const [subject] = Object.keys(ids);
  const body: Link['requestBody'] = {};
  let hasSubject = false;
  for (const [name, schema] of Object.entries(input.properties ?? {})) {
    const thing = FIELDS_OF_COMMANDS[operationId]?.[name] ?? FIELDS[name];
    const pointer = thing && ids[thing];
    if (!pointer) continue;
    hasSubject ||= thing === subject;
    const isList = 'type' in schema && schema.type === 'array';
    body[name] = isList ? [toExpression(pointer)] : toExpression(pointer);
  }
  return hasSubject ? body : undefined;
}

function toExpression(pointer: string): string {
  return `$response.body#${pointer}`;
}
