/**
 * What a push carries, as JSON, for the service worker of the page. Browsers with declarative web push (W3C Push API, "8030") show
 * `notification` themselves, if the worker shows nothing else. Its title and body are only what people wrote or named: the worker
 * adds all words of the interface in the language of the device, and replaces the notification with the same `tag`.
 */
export interface PushPayload {
  web_push?: 8030;
  mutable?: true;
  notification?: {
    title: string;
    body?: string;
    dir?: 'auto';
    tag: string;
    /** The address that a click opens. */
    navigate: string;
  };
  /** The number of unread mentions, replies and direct messages. */
  app_badge?: number;
  snug: PushHead | (PushHead & PushNotice);
}

export const PUSH_VERSION = 1;

export interface PushHead {
  v: typeof PUSH_VERSION;
  /** Of the data: the device forgets what it knows of another one, whose numbers mean nothing. */
  epoch?: string;
  /** Of `test_push`: its result has the same id. */
  test?: string;
  /** By tag: everything up to this `seq` is read, so that the notification closes. */
  read?: Readonly<Record<string, number>>;
}

/** Something to show. */
export interface PushNotice {
  kind: 'room' | 'summary' | 'reminder' | 'session_ends';
  /** `room-<roomId>`, `summary`, `reminder-<messageId>` or `session`: a later notification replaces the earlier one. */
  tag: string;
  /** Of a room: its newest unread message that calls the person. Else when it was sent. A repetition has the same. */
  seq: number;
  /** What a click opens, such as `/chat/<roomId>?at=<messageId>` or `/mentions`. */
  path: string;
  /** `name` of a direct room: the names of its other people, separated by ", ". */
  room?: { id: string; name: string; kind: 'open' | 'private' | 'direct' };
  /** The newest three, oldest first. None if the text is hidden. */
  lines: readonly PushLine[];
  /** How many unread messages call the person. */
  count: number;
  /** Of a summary: how many rooms they are in. */
  rooms?: number;
  /** Of a summary, by the tags of its rooms: their newest messages. It closes when all are read. Missing if the rooms are too many. */
  covers?: Readonly<Record<string, number>>;
  /** When the session ends, in milliseconds. */
  endsAt?: number;
  /** Changes what is shown, without a sound. */
  silent?: true;
  /** `text`: there are no lines. `all`: there is no room either. */
  hidden?: 'text' | 'all';
}

export interface PushLine {
  author: string;
  /** As typed: the worker removes the marks. Of a file without a text: its name. */
  text: string;
  /** The server has cut the text, so that marks may lack their ends. */
  isCut?: true;
  kind: 'text' | 'photo' | 'voice' | 'audio' | 'video' | 'file';
}
