import { createHash } from 'node:crypto';
import type { CommandInput, CommandOutput, Mention, PushNotice, PushPayload } from '@snug/protocol';
import { expect, onTestFinished } from 'vitest';
import { newId } from '../base/ids.ts';
import { MUTATIONS, type SnugMutations } from '../commands/mutations.ts';
import type { Db } from '../db/schema.ts';
import { Writer } from '../db/writer.ts';
import { ActivePeople } from '../notifications/notifier/active-people.ts';
import { Notifier } from '../notifications/notifier/notifier.ts';
import type { Push, PushOutcome } from '../notifications/push-sender.ts';
import {
  addPerson,
  addSession,
  connectAgain,
  createRoomJob,
  runBatch,
  runJob,
  temporaryDatabase,
} from './database.ts';
import { createTestPush } from './push-devices.ts';
import type { SimulatedKill } from './simulated-kill.ts';
import { TestClock } from './test-clock.ts';

export interface SentPush extends Push {
  uid: string;
  contents: PushPayload;
}

interface ProcessOptions {
  nodeId?: string | undefined;
  epoch?: string;
  kill?: SimulatedKill;
}

export type NotifierSetup = Awaited<ReturnType<typeof createNotifierSetup>>;

/** Ann with a room, and a server that calls people. The clock stands still until the test advances it. */
export async function createNotifierSetup({ nodeId, epoch = 'one', kill }: ProcessOptions = {}) {
  const database = await temporaryDatabase();
  const { db } = database;
  const time = new TestClock();
  time.now = Date.now();
  const sent: SentPush[] = [];
  const owners = new Map<string, string>();
  /** Of the push services. */
  const service: { respond: (push: SentPush) => PushOutcome | Promise<PushOutcome> } = {
    respond: () => ({ kind: 'accepted' }),
  };
  const send = async (push: Push): Promise<PushOutcome> => {
    const entry = {
      ...push,
      uid: owners.get(push.deviceId) ?? '',
      contents: JSON.parse(push.payload) as PushPayload,
    };
    sent.push(entry);
    return service.respond(entry);
  };
  let busyMs = 0;
  const processes: { notifier: Notifier; writer: Writer<SnugMutations>; kill?: SimulatedKill | undefined }[] =
    [];
  const startProcess = async (read: Db, process: ProcessOptions) => {
    const { kill: ownKill } = process;
    const run = <Result>(step: () => Promise<Result>) => (ownKill ? ownKill.run(step) : step());
    const failures: unknown[] = [];
    const onFailure = (error: unknown) => void failures.push(error);
    const active = new ActivePeople({ announce: () => {}, setTimer: time.clock.setTimer });
    const writer = new Writer<SnugMutations>({
      runBatch: jobs => runBatch(read, MUTATIONS, jobs, () => time.now),
      onCommit: publications => notifier.record(publications),
      onFailure,
    });
    const write: typeof writer.write = (...job) => run(() => writer.write(...job));
    const notifier: Notifier = new Notifier({
      read: ownKill ? ownKill.watch(await connectAgain(database)) : read,
      writer: { write },
      push: createTestPush({ send: push => run(() => send(push)), close: async () => {} }),
      active,
      epoch: process.epoch ?? epoch,
      now: () => time.now,
      clock: time.clock,
      // Each look is after long work, so that each rest takes place.
      busyNow: () => ++busyMs,
      isAlone: process.nodeId === undefined,
      onFailure,
    });
    await Promise.race([notifier.start(), ...(ownKill ? [ownKill.death] : [])]);
    onTestFinished(async () => {
      if (!ownKill?.isDead) await notifier.stop();
      expect(failures).toEqual([]);
    });
    const started = { notifier, writer, active, failures, kill: ownKill };
    processes.push(started);
    return started;
  };
  const server = await startProcess(db, { nodeId, epoch, ...(kill && { kill }) });
  const write: typeof server.writer.write = (mutation, caller, input) => {
    const { writer } = processes.find(process => !process.kill?.isDead) ?? server;
    return writer.write(mutation, caller, input);
  };
  const ann = await addPerson(db, 'Ann');
  const { output } = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ann, { name: 'Kitchen' }));
  const roomId = output.room.id;
  /** Returns the id of the device. */
  const addDevice = async (uid: string, service: 'google' | 'apple' | 'mozilla' = 'google') => {
    const [id, sessionId] = [newId(), await addSession(db, uid)];
    owners.set(id, uid);
    const endpoint = `https://push.example/${id}`;
    const endpointHash = createHash('sha256').update(endpoint).digest('hex');
    const keys = { p256dh: 'p', auth: 'a' };
    const at = { createdAt: time.now, seenAt: time.now };
    await db
      .insertInto('push_devices')
      .values({ id, userId: uid, sessionId, endpoint, endpointHash, service, ...keys, ...at })
      .execute();
    return { id, sessionId };
  };
  /** A member of the room with a device. */
  const addMember = async (name: string, { hasDevice = true, to = roomId } = {}) => {
    const uid = await addPerson(db, name);
    await write('join_room', { uid }, { roomId: to });
    if (hasDevice) await addDevice(uid);
    return uid;
  };
  const openDirect = async (uid: string, other: string) => {
    const { room } = await write('open_direct', { uid }, { id: newId(), uids: [other] });
    return room.id;
  };
  interface Sent {
    to?: string;
    mentions?: readonly Mention[];
    replyTo?: string;
    by?: string;
  }
  const sendMessage = async (text: string, { to = roomId, by = ann, ...rest }: Sent = {}) => {
    const { message } = await write('send_message', { uid: by }, { roomId: to, id: newId(), text, ...rest });
    return message;
  };
  /** "@Name" and a text. */
  const mention = (uid: string | null, text: string, rest: Omit<Sent, 'mentions'> = {}) =>
    sendMessage(`@x ${text}`, { ...rest, mentions: [{ uid, start: 0, length: 2 }] });
  const readRoom = async (uid: string, to = roomId) => {
    const cursor = await db
      .selectFrom('reads')
      .selectAll()
      .where('userId', '=', uid)
      .where('roomId', '=', to)
      .executeTakeFirstOrThrow();
    await write('set_read', { uid }, { roomId: to, seq: 1_000_000, version: cursor.version });
  };
  /** Changes notification settings. */
  const choose = (uid: string, settings: CommandInput<'set_notification_settings'>) =>
    write('set_notification_settings', { uid }, settings);
  /** Lets everything happen that is due after this time. */
  const pass = async (ms: number) => {
    time.advance(ms);
    await settle();
  };
  let held = Promise.withResolvers<void>();
  /** A push service keeps a push, and the test goes on. */
  const hold = <Value>(promise: Promise<Value>): Promise<Value> => {
    held.resolve();
    return promise.finally(() => {
      held = Promise.withResolvers<void>();
    });
  };
  const settle = async () => {
    for (let turn = 0; turn < 30; turn++) {
      await new Promise(setImmediate);
      for (const { writer, notifier, kill: ownKill } of processes) {
        await writer.whenIdle();
        await Promise.race([notifier.whenIdle(), held.promise, ...(ownKill ? [ownKill.death] : [])]);
      }
    }
  };
  /** Expects these new pushes since the last call: to whom, and what. */
  let seen = 0;
  const takePushes = async (ms = 60) => {
    await pass(ms);
    const fresh = sent.slice(seen);
    seen = sent.length;
    return fresh.map(({ uid, contents, urgency, topic, deviceId }) => {
      const { read } = contents.snug;
      const notice: Partial<PushNotice> = 'kind' in contents.snug ? contents.snug : {};
      return {
        uid,
        deviceId,
        topic,
        urgency,
        badge: contents.app_badge,
        title: contents.notification?.title,
        body: contents.notification?.body,
        texts: notice.lines?.map(({ text }) => text),
        count: notice.count,
        kind: notice.kind,
        rooms: notice.rooms,
        isSilent: notice.silent === true,
        read: read && Object.keys(read),
      };
    });
  };
  const another = async (options: ProcessOptions) => startProcess(await connectAgain(database), options);
  return {
    db,
    ann,
    roomId,
    time,
    sent,
    service,
    choose,
    server,
    write,
    addDevice,
    addMember,
    openDirect,
    sendMessage,
    mention,
    readRoom,
    pass,
    hold,
    takePushes,
    another,
  };
}
