/** A change of one module's source that breaks a promise, as a careless change of the product might. */
export interface Plant {
  /** The module, as a path from `server/src`. */
  module: string;
  /** Each text is replaced wherever it stands; one that is not there is an error. */
  replace: readonly (readonly [from: string, to: string])[];
  /** What another module would notice at once, and end the server. */
  also?: Plant;
}

/** By name. */
export const PLANTS: Readonly<Record<string, Plant>> = {
  'an answer before the commit': {
    module: 'db/sqlite/batch.ts',
    replace: [
      ['await db.executeQuery(BEGIN);', 'if (!globalThis.isOpen) await db.executeQuery(BEGIN);'],
      [
        'await db.executeQuery(COMMIT);',
        "globalThis.isOpen = jobs.every(job => job.mutation === 'send_message');" +
          'if (!globalThis.isOpen) await db.executeQuery(COMMIT);',
      ],
    ],
    also: {
      module: 'db/sqlite/thread.ts',
      replace: [['await checkpointLongLog(db);', 'if (!globalThis.isOpen) await checkpointLongLog(db);']],
    },
  },
  'a log that is not synced': {
    module: 'db/sqlite/sqlite.ts',
    replace: [
      ['synchronous = full', 'synchronous = normal'],
      ['const FULL = 2', 'const FULL = 1'],
    ],
  },
  'an id that is not looked up': {
    module: 'messages/messages.ts',
    replace: [
      [
        'if (stored) return unchanged(sameOrRefuse(stored, input));',
        'if (stored) input = { ...input, id: crypto.randomUUID() };',
      ],
    ],
  },
  'a skipped seq': {
    module: 'rooms/room-store.ts',
    replace: [['"seq" + 1', '"seq" + 1 + ("seq" % 10 = 9)']],
  },
  'a like that is not stored': {
    module: 'likes/like-store.ts',
    replace: [['return rows.length > 0;', 'return rows.length > 0 && id.charCodeAt(35) % 2 === 0;']],
  },
  'a like that is not counted': {
    module: 'likes/like-store.ts',
    replace: [['set "likeCount" = "likeCount" + $1', 'set "likeCount" = max(0, "likeCount" + min(0, $1))']],
  },
  'an edit that is not stored': {
    module: 'rooms/rooms.ts',
    replace: [['await updateRoom(db, roomId, { name, description });', '']],
  },
  'a catch-up that is off by one': {
    module: 'messages/message-store.ts',
    replace: [['m."changedSeq" > $2 order', 'm."changedSeq" > $2 + 1 order']],
  },
  'a room that is read before it is subscribed to': {
    module: 'rooms/room-handlers.ts',
    replace: [['listener?.listen(topic);', 'setTimeout(() => listener?.listen(topic), 200);']],
  },
  'an event that is not told': {
    module: 'realtime/hub.ts',
    replace: [
      [
        'publish(publications: readonly Publication[]): void {',
        'publish(all: readonly Publication[]): void {' +
          "const publications = all.filter(({ event }) => !('seq' in event) || event.seq % 10);",
      ],
    ],
  },
  'events that overtake each other': {
    module: 'realtime/hub.ts',
    replace: [
      [
        'publish(publications: readonly Publication[]): void {',
        'publish(all: readonly Publication[]): void {' +
          "const isLate = ({ event }) => 'seq' in event && event.seq % 10 === 0;" +
          'const late = all.filter(isLate);' +
          'if (late.length > 0 && !all.isAgain)' +
          ' setTimeout(() => this.publish(Object.assign(late, { isAgain: true })), 100);' +
          'const publications = all.isAgain ? all : all.filter(one => !isLate(one));',
      ],
    ],
  },
  'an event that says something else': {
    module: 'likes/likes.ts',
    replace: [
      [
        "type: 'message_liked', roomId, seq, message,",
        "type: 'message_liked', roomId, seq, message: stored,",
      ],
    ],
  },
  'a file without its bytes': {
    module: 'files/storage.ts',
    replace: [['await disk.moveFromFs(path, key);', "await disk.put(key, '');"]],
  },
  'a last message that is not noted': {
    module: 'messages/messages.ts',
    replace: [['{ isMessage: true }', '{ isMessage: false }']],
  },
  'a clock that is believed': {
    module: 'rooms/room-store.ts',
    replace: [
      ['case when "changedAt" < $1 then $2 else "changedAt" end', '$1 + 0 * $2 - 60000 * ("seq" % 2)'],
    ],
  },
};
