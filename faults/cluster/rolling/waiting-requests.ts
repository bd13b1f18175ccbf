import { newId } from '@snug/client';
import { type CommandArguments, type CommandName, HEART } from '@snug/protocol';
import { postAuth, type TestPerson } from '@snug/testkit/test-person.ts';
import type { CommandOutcome, TestSocket } from '@snug/testkit/test-socket.ts';

/** How a request ends: `done`, the code or status of its error, or `lost` without a response. */
type Ending = string;

/** A request that waits for a frozen node. */
export interface WaitingRequest {
  name: string;
  ending: Promise<Ending>;
}

export interface WaitingOptions {
  url: string;
  /** The public address, which is not that of a single node. */
  origin: string;
  person: TestPerson;
  socket: TestSocket;
  /** A room in which the person is an admin, with a message of theirs. */
  roomId: string;
  messageId: string;
  otherUid: string;
}

type Inputs = { [Name in CommandName]?: CommandArguments<Name> };

/** Sends changes and reads over HTTP and over a socket. A working node would execute them all. */
export function sendWaitingRequests(options: WaitingOptions): WaitingRequest[] {
  const { url, origin, person, socket } = options;
  const closed = socket.closed.then(() => 'lost');
  const overHttp = Object.entries(createInputs(options)).map(([command, input]) => ({
    name: `${command} over HTTP`,
    ending: person.postCommand(command, input).then(getOutcome, () => 'lost'),
  }));
  const overSocket = Object.entries(createInputs(options)).map(([command, input]) => ({
    name: `${command} over a socket`,
    ending: Promise.race([closed, socket.request(command, input).then(getOutcome)]),
  }));
  const account = { name: 'Zed', email: `${newId()}@snug.example`, password: 'a long enough password' };
  const post = (path: string, body: object) =>
    postAuth(url, path, body, '', origin).then(getStatus, () => 'lost');
  return [
    ...overHttp,
    ...overSocket,
    { name: 'an upload', ending: person.upload('words.txt', 'words').then(getStatus, () => 'lost') },
    { name: 'a sign-up', ending: post('sign-up/email', account) },
    { name: 'a sign-in', ending: post('sign-in/email', { ...account, email: person.email }) },
    { name: 'a new socket', ending: person.connect({ origin }).then(getConnection, () => 'lost') },
  ];
}

function createInputs({ roomId, messageId, otherUid }: WaitingOptions): Inputs {
  return {
    send_message: { roomId, id: newId(), text: 'from a frozen node' },
    set_reaction: { roomId, messageId, emoji: HEART, on: true },
    edit_room: { roomId, name: 'Frozen' },
    set_admin: { roomId, uid: otherUid, admin: true },
    create_room: { id: newId(), name: 'Frozen', description: 'From a frozen node' },
    delete_message: { roomId, messageId },
    set_nickname: { name: 'Frozen' },
    get_messages: { roomId },
  };
}

function getOutcome({ error }: CommandOutcome): Ending {
  return error ? error.code : 'done';
}

function getStatus({ ok, status }: Response): Ending {
  return ok ? 'done' : String(status);
}

async function getConnection(live: TestSocket): Promise<Ending> {
  await live.closed;
  return live.getEvents('connected').length > 0 ? 'done' : 'lost';
}
