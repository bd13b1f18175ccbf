import type { PushNotice, PushPayload } from '@snug/protocol';
import type { ReceivedPush } from '@snug/testkit/push-service.ts';

/** A message that calls a person. */
export interface DueMessage {
  uid: string;
  roomId: string;
  seq: number;
  createdAt: number;
  /** It was deleted, or may have been. */
  isGone: boolean;
}

/** An acknowledged cursor. `at`: when its acknowledgement was there. */
export interface ReadMove {
  uid: string;
  roomId: string;
  seq: number;
  at: number;
}

export interface PushEvidence {
  messages: readonly DueMessage[];
  reads: readonly ReadMove[];
  /** Of each person one device, which is always on. */
  devices: readonly { uid: string; received: readonly ReceivedPush[] }[];
  /** How late this process was between two times, in ms: a push may have waited for it. */
  getLag: (from: number, to: number) => number;
}

/** No push that alerts leaves later after everything in it was read. */
const READ_MS = 2_000;

/** Messages that nobody has read, and of which the device has neither a push, nor a later one of their room, nor a summary. */
export function findUncovered({ messages, reads, devices }: PushEvidence): string[] {
  return messages
    .filter(
      message =>
        !message.isGone &&
        !isRead(reads, message) &&
        !devices.some(
          ({ uid, received }) => uid === message.uid && received.some(push => covers(push, message)),
        ),
    )
    .map(({ uid, seq, roomId }) => `${uid} was not called for ${seq} in ${roomId}`);
}

/** What a device alerts of twice, or although everything in it was read long before. */
export function findWrongAlerts({ messages, reads, devices, getLag }: PushEvidence): string[] {
  return devices.flatMap(({ uid, received }) => {
    const due = messages.filter(message => message.uid === uid);
    const read = reads.filter(each => each.uid === uid);
    let summaryAt = 0;
    const alerted = new Set<string>();
    return listAlerts(received).flatMap(({ at, notice }) => {
      const problems: string[] = [];
      if (isReadLongBefore(notice, at, { due, read, getLag }))
        problems.push(`${uid} is called by ${notice.tag} at ${at} and has read everything`);
      const isNew =
        notice.kind === 'summary'
          ? due.some(({ createdAt }) => createdAt > summaryAt)
          : !alerted.has(notice.path);
      if (!isNew) problems.push(`${uid} is called twice by ${notice.tag}: ${notice.path}`);
      alerted.add(notice.path);
      if (notice.kind === 'summary') summaryAt = at;
      return problems;
    });
  });
}

function covers({ payload, at }: ReceivedPush, { roomId, seq, createdAt }: DueMessage): boolean {
  const notice = toNotice(payload);
  if (!notice) return false;
  return notice.kind === 'summary' ? at >= createdAt : notice.room?.id === roomId && notice.seq >= seq;
}

function isRead(reads: readonly ReadMove[], { uid, roomId, seq }: Omit<DueMessage, 'createdAt' | 'isGone'>) {
  return reads.some(read => read.uid === uid && read.roomId === roomId && read.seq >= seq);
}

interface Known {
  due: readonly DueMessage[];
  read: readonly ReadMove[];
  getLag: PushEvidence['getLag'];
}

function isReadLongBefore(
  { kind, room, seq }: PushNotice,
  at: number,
  { due, read, getLag }: Known,
): boolean {
  const inTime = read.filter(move => move.at <= at - READ_MS - getLag(move.at, at));
  if (kind !== 'summary') return inTime.some(move => move.roomId === room?.id && move.seq >= seq);
  return due.filter(({ createdAt }) => createdAt <= at).every(message => isRead(inTime, message));
}

interface Alert {
  at: number;
  notice: PushNotice;
}

/** As the service worker decides it, if the person dismisses nothing. */
function listAlerts(received: readonly ReceivedPush[]): Alert[] {
  const known = new Map<string, number>();
  const alerts: Alert[] = [];
  const keep = (tag: string, seq: number) => void known.set(tag, Math.max(seq, known.get(tag) ?? 0));
  for (const { payload, at } of received) {
    const { snug } = payload as unknown as PushPayload;
    for (const [tag, seq] of Object.entries(snug.read ?? {})) keep(tag, seq);
    const notice = toNotice(payload);
    if (!notice || notice.seq <= (known.get(notice.tag) ?? 0)) continue;
    keep(notice.tag, notice.seq);
    if (!notice.silent) alerts.push({ at, notice });
  }
  return alerts;
}

function toNotice(payload: ReceivedPush['payload']): PushNotice | undefined {
  const { snug } = payload as unknown as PushPayload;
  return 'kind' in snug ? snug : undefined;
}
