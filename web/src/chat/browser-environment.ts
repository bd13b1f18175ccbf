import { type Environment, newId, type Socket, type SocketHandlers } from '@snug/client';
import { PROTOCOL_VERSION } from '@snug/protocol';

function openSocket(handlers: SocketHandlers): Socket {
  const address = new URL(`/api/live?version=${PROTOCOL_VERSION}`, location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  const socket = new WebSocket(address);
  socket.addEventListener('message', event => handlers.onText(event.data as string));
  socket.addEventListener('close', event => handlers.onClose(event.code, event.reason));
  return {
    send: text => socket.send(text),
    close: code => socket.close(code),
  };
}

export const browserEnvironment: Environment = {
  openSocket,
  now: () => Date.now(),
  random: () => Math.random(),
  setTimer: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  newId,
};
