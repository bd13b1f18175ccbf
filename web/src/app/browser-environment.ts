import { type Environment, newId, type Socket, type SocketHandlers, type UploadTask } from '@snug/client';
import { CommandError, PROTOCOL_VERSION } from '@snug/protocol';
import { createActionStorage } from '../actions/action-storage.ts';
import { forgetServerVersion } from '../files/upload/server-version.ts';
import { uploadFile } from '../files/upload/upload-file.ts';
import { createRoomsStorage } from '../offline/rooms-storage.ts';
import { createOutboxStorage } from '../outbox/outbox-storage.ts';

function openSocket(handlers: SocketHandlers): Socket {
  const address = new URL(`/api/live?version=${PROTOCOL_VERSION}`, location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  const socket = new WebSocket(address);
  socket.addEventListener('message', event => handlers.onText(event.data as string));
  socket.addEventListener('close', event => {
    forgetServerVersion();
    handlers.onClose(event.code, event.reason);
  });
  return {
    send: text => socket.send(text),
    close: code => socket.close(code),
  };
}

const upload: Environment['upload'] = ({ bytes, ...details }, onProgress): UploadTask => {
  const control = new AbortController();
  const file = uploadFile(bytes as Blob, details, { onProgress, signal: control.signal });
  return { file, cancel: () => control.abort(new CommandError('unavailable')) };
};

export function createBrowserEnvironment(uid: string): Environment {
  return {
    openSocket,
    now: () => Date.now(),
    random: () => Math.random(),
    setTimer: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    newId,
    upload,
    outboxStorage: createOutboxStorage(uid),
    actionStorage: createActionStorage(uid),
    roomCacheStorage: createRoomsStorage(uid),
  };
}
