import { type Message, PUSH_VERSION, type PushLine, type PushNotice, type PushPayload } from '@snug/protocol';

/** Fits into one record of 4,096 bytes with padding and keys (RFC 8291). */
const MAX_PAYLOAD_BYTES = 3_700;
/** Of a text, in characters. Each step is tried if a payload has too many bytes. */
const TEXT_LENGTHS = [240, 120, 60, 20, 0];
const SHOWN_LINES = 3;
/** The name of the program, where what people wrote and named is hidden. */
const HIDDEN_TITLE = 'Snug';

/** Of the names of the people in a conversation. */
const MAX_TITLE_LENGTH = 160;

export interface PushRoom {
  id: string;
  /** Of a direct room: the names of its other people. */
  name: string;
  kind: 'open' | 'private' | 'direct';
}

interface Frame {
  /** Of the server, for the address that a click opens. */
  origin: string;
  epoch: string;
  badge: number;
}

export interface RoomContents extends Frame {
  room: PushRoom;
  /** Unread messages that call the person. */
  count: number;
  seq: number;
  /** Of these, the newest, oldest first. */
  messages: readonly Message[];
  hidden: 'text' | 'all' | undefined;
  isSilent: boolean;
}

export function toRoomPush(contents: RoomContents): string {
  const { room, count, seq, messages, hidden, isSilent } = contents;
  const notice: PushNotice = {
    kind: 'room',
    tag: toRoomTag(room.id),
    seq,
    path: toPath(room.id, messages.at(-1)?.id),
    ...(hidden !== 'all' && { room }),
    lines: [],
    count,
    ...(isSilent && { silent: true }),
    ...(hidden && { hidden }),
  };
  return fit(
    length => toPayload(contents, { ...notice, lines: hidden ? [] : toLines(messages, length) }),
    () => toRoomPush({ ...contents, hidden: 'all' }),
  );
}

/** A summary has few rooms, except after a long time away. */
const MAX_COVERED = 30;

export interface SummaryContents extends Frame {
  count: number;
  /** With their newest messages that it counts. */
  rooms: readonly { roomId: string; seq: number }[];
  /** When it is sent. */
  at: number;
  hidden: 'text' | 'all' | undefined;
  isSilent: boolean;
}

/** Of several rooms. */
export function toSummaryPush(contents: SummaryContents): string {
  const { count, rooms, at, hidden, isSilent } = contents;
  const notice: PushNotice = {
    kind: 'summary',
    tag: SUMMARY_TAG,
    seq: at,
    path: '/mentions',
    lines: [],
    count,
    rooms: rooms.length,
    ...(rooms.length <= MAX_COVERED && {
      covers: Object.fromEntries(rooms.map(({ roomId, seq }) => [toRoomTag(roomId), seq])),
    }),
    ...(isSilent && { silent: true }),
    ...(hidden && { hidden }),
  };
  return JSON.stringify(toPayload(contents, notice));
}

export interface ReminderContents extends Frame {
  room: PushRoom;
  message: Message;
  at: number;
  hidden: 'text' | 'all' | undefined;
}

export function toReminderPush(contents: ReminderContents): string {
  const { room, message, at, hidden } = contents;
  const notice: PushNotice = {
    kind: 'reminder',
    tag: `reminder-${message.id}`,
    seq: at,
    path: toPath(room.id, message.id),
    ...(hidden !== 'all' && { room }),
    lines: [],
    count: 1,
    ...(hidden && { hidden }),
  };
  return fit(
    length => toPayload(contents, { ...notice, lines: hidden ? [] : toLines([message], length) }),
    () => toReminderPush({ ...contents, hidden: 'all' }),
  );
}

/** `names`: of the other people in a direct room. */
export function toTitle(names: readonly string[]): string {
  return cutText(names.join(', '), MAX_TITLE_LENGTH);
}

/** A summary can have counted hundreds of rooms, whose tags fit into no push. */
const MAX_READ_ROOMS = 50;

export interface ReadContents extends Omit<Frame, 'origin'> {
  /** `seq`: no message up to it is unread. `at`: when the room was pushed. */
  rooms: readonly { roomId: string; seq: number; at: number }[];
  /** Takes the summaries until then away, too. */
  summariesUntil: number | undefined;
}

/** Takes notifications away. Of many rooms, those that were pushed last. */
export function toReadPush({ epoch, badge, rooms, summariesUntil }: ReadContents): string {
  const last = rooms.toSorted((a, b) => b.at - a.at).slice(0, MAX_READ_ROOMS);
  const read = {
    ...Object.fromEntries(last.map(({ roomId, seq }) => [toRoomTag(roomId), seq])),
    ...(summariesUntil !== undefined && { [SUMMARY_TAG]: summariesUntil }),
  };
  const payload: PushPayload = { app_badge: badge, snug: { v: PUSH_VERSION, epoch, read } };
  return JSON.stringify(payload);
}

export const SUMMARY_TAG = 'summary';

export function toRoomTag(roomId: string): string {
  return `room-${roomId}`;
}

function toPath(roomId: string, messageId: string | undefined): string {
  return `/chat/${roomId}${messageId === undefined ? '' : `?at=${messageId}`}`;
}

function toPayload({ origin, epoch, badge }: Frame, notice: PushNotice): PushPayload {
  const { tag, path, room, lines } = notice;
  const body = lines.map(line => toText(line, room)).join('\n');
  return {
    web_push: 8030,
    mutable: true,
    notification: {
      title: room?.name ?? HIDDEN_TITLE,
      ...(body !== '' && { body }),
      dir: 'auto',
      tag,
      navigate: `${origin}${path}`,
    },
    app_badge: badge,
    snug: { v: PUSH_VERSION, epoch, ...notice },
  };
}

/** The room's name stands above: in a conversation of two, it is that of the author. */
function toText({ author, text }: PushLine, room: PushRoom | undefined): string {
  return room?.kind === 'direct' && room.name === author ? text : `${author}: ${text}`;
}

function toLines(messages: readonly Message[], length: number): PushLine[] {
  return messages.slice(-SHOWN_LINES).map(message => toLine(message, length));
}

function toLine({ author, text: written, file }: Message, length: number): PushLine {
  const text = written ?? file?.name ?? '';
  const cut = cutText(text, length);
  return { author: author.name, text: cut, ...(cut !== text && { isCut: true }), kind: toKind(file) };
}

function toKind(file: Message['file']): PushLine['kind'] {
  if (!file) return 'text';
  const [type] = file.contentType.split('/');
  if (type === 'image') return 'photo';
  if (type === 'video') return 'video';
  if (type !== 'audio') return 'file';
  return file.duration === undefined ? 'audio' : 'voice';
}

/** Never within a character that people see as one. */
function cutText(text: string, length: number): string {
  // A letter can have any number of marks.
  const start = text.slice(0, length * MAX_UNITS);
  if (ONE_UNIT_EACH.test(start)) return start.slice(0, length);
  let cut = '';
  let count = 0;
  for (const { segment } of SEGMENTER.segment(start)) {
    if (count++ === length || segment.length > MAX_UNITS) break;
    cut += segment;
  }
  return cut;
}

/** Of one character, in UTF-16 units: enough for a family with skin tones. */
const MAX_UNITS = 20;
const SEGMENTER = new Intl.Segmenter();
/** Most texts: the segmenter takes longer than all the rest of a push. */
const ONE_UNIT_EACH = /^[\n -~]*$/;

/** `hide`: for names that are too long themselves. */
function fit(build: (length: number) => PushPayload, hide: () => string): string {
  for (const length of TEXT_LENGTHS) {
    const json = JSON.stringify(build(length));
    if (Buffer.byteLength(json) <= MAX_PAYLOAD_BYTES) return json;
  }
  return hide();
}
