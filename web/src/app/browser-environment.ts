import { type Environment, newId, type Socket, type SocketHandlers, type UploadTask } from '@snug/client';
import { CommandError, PROTOCOL_VERSION } from '@snug/protocol';
import { isServerAccepted } from '../chat/files/upload/is-server-accepted.ts';
import type { uploadFile } from '../chat/files/upload/upload-file.ts';
import { createActionStorage } from '../state/actions/action-storage.ts';
import { createRoomsStorage } from '../state/offline/rooms-storage.ts';
import { createOutboxStorage } from '../state/outbox/outbox-storage.ts';
import { setTimer } from '../ui/browser/set-timer.ts';

function openSocket(handlers: SocketHandlers): Socket {
  const address = new URL(`/api/live?version=${PROTOCOL_VERSION}`, location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  const socket = new WebSocket(address);
  socket.addEventListener('message', event => handlers.onText(event.data as string));
  socket.addEventListener('close', event => {
    isServerAccepted.set(false);
    handlers.onClose(event.code, event.reason);
  });
  return {
    send: text => socket.send(text),
    close: code => socket.close(code),
  };
}

const upload: Environment['upload'] = ({ bytes, ...details }, onProgress): UploadTask => {
  const control = new AbortController();
  const file = loadUploadFile().then(uploadFile =>
    uploadFile(bytes as Blob, details, { onProgress, signal: control.signal }),
  );
  return { file, cancel: () => control.abort(new CommandError('unavailable')) };
};

async function loadUploadFile(): Promise<typeof uploadFile> {
  try {
    return await import('../chat/files/upload/upload-file.ts').then(module => module.uploadFile);
  } catch {
    throw new CommandError('unavailable');
  }
}

/** After the first paint. */
const loadEmojiStorage = () => import('../state/offline/emoji-storage.ts');

export function createBrowserEnvironment(uid: string): Environment {
  return {
    openSocket,
    now: () => Date.now(),
    random: () => Math.random(),
    setTimer,
    newId,
    upload,
    outboxStorage: createOutboxStorage(uid),
    actionStorage: createActionStorage(uid),
    roomCacheStorage: createRoomsStorage(uid),
    emojiStorage: {
      load: () => loadEmojiStorage().then(module => module.loadEmoji(uid)),
      put: copy => loadEmojiStorage().then(module => module.putEmoji(uid, copy)),
    },
  };
}
