import type { MessagePort } from 'node:worker_threads';
import { getErrorDetail } from '../../base/error-detail.ts';
import type { ConnectFinder } from '../find-port.ts';
import type { FollowerState } from './finder.ts';
import type { FollowerProgress } from './follower.ts';

/** What the thread of an index opens. */
export interface IndexThreadData {
  role: 'follow' | 'find';
  /** The data folder. */
  data: string;
}

/** The follower's state, for searches and for the workspace admins. */
export interface IndexState extends FollowerState, FollowerProgress {
  /** Whether the disk has no space for the words of further messages. */
  isDiskLow: boolean;
  bytes: number;
}

export type ToFollower =
  | { kind: 'changed'; roomIds: readonly string[] }
  /** Asks for a response after everything deleted so far is erased. */
  | { kind: 'await_erasures'; id: number }
  | { kind: 'stop' };

export type FromFollower =
  /** The file can be read. */
  | { kind: 'opened' }
  | { kind: 'state'; state: IndexState }
  | { kind: 'erased'; id: number }
  /** A step failed; it is tried again. */
  | { kind: 'failed'; detail: string }
  /** The file must be built again. The thread ends. */
  | { kind: 'damaged'; detail: string };

export type ToFinder = ConnectFinder | { kind: 'state'; state: FollowerState };

/** Asks the main thread to build the file again. */
export interface FromFinder {
  kind: 'damaged';
  detail: string;
}

export type Post<Message> = (message: Message) => void;

export function createPost<Message>(port: MessagePort): Post<Message> {
  return message => port.postMessage(message);
}

export function describeError(error: unknown): string {
  if (!(error instanceof Error && error.cause instanceof Error)) return getErrorDetail(error);
  return `${error.message}: ${error.cause.message}`;
}
