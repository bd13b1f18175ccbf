export { Chat } from './chat.ts';
export type { ConnectionState } from './connection.ts';
export type { Environment, Socket, SocketHandlers } from './environment.ts';
export { newId } from './ids.ts';
export type { OutboxItem } from './outbox.ts';
export type { RoomStore, RoomView } from './room.ts';
export { activeAt } from './room-list.ts';
export type { RoomLog } from './room-log.ts';
export { Store } from './store.ts';
