import type { CommandArguments, CommandOutput, Event, NotificationSettings } from '@snug/protocol';
import { Store } from '../base/store.ts';
import type { Chat } from '../chat.ts';
import { RetriedRead } from '../connection/retried-read.ts';
import type { Environment } from '../environment.ts';

export type SettingsChange = Omit<CommandArguments<'set_notification_settings'>, 'version'>;

interface Source {
  connection: Pick<Chat['connection'], 'command' | 'state' | 'events'>;
}

/** The times of the question and the answer on the clock of this device. */
interface TimedSettings extends CommandOutput<'get_notification_settings'> {
  sentAt: number;
  receivedAt: number;
}

export type MailState = CommandOutput<'get_notification_settings'>['mail'];

const UNKNOWN = -1;

/**
 * The notification settings of a person, with the changes that the server has still to store. Undefined until it is known. Loaded on
 * first use.
 */
export class OwnNotificationSettings extends Store<NotificationSettings | undefined> {
  /** Whether mails may reach the person. Undefined if the server sends none, and until it is known. */
  readonly mail = new Store<MailState>(undefined);

  readonly #connection: Source['connection'];
  readonly #environment: Pick<Environment, 'now' | 'random' | 'setTimer'>;
  readonly #reading: RetriedRead<TimedSettings>;
  #stored: NotificationSettings | undefined;
  /** Below which a state is old. */
  #version = UNKNOWN;
  #waiting: readonly SettingsChange[] = [];
  #sending: Promise<unknown> = Promise.resolve();
  /** The server's clock minus that of this device, in whole ms. */
  #clockOffset = 0;

  constructor({ connection }: Source, environment: Pick<Environment, 'now' | 'random' | 'setTimer'>) {
    super(undefined);
    this.#connection = connection;
    this.#environment = environment;
    this.#reading = new RetriedRead({
      environment,
      connection,
      read: async () => {
        const sentAt = environment.now();
        const output = await connection.command('get_notification_settings', {});
        return { ...output, sentAt, receivedAt: environment.now() };
      },
      onResult: ({ settings, now, mail, sentAt, receivedAt }) => {
        this.mail.set(mail);
        this.#clockOffset = Math.round(now - (sentAt + receivedAt) / 2);
        this.#put(settings);
      },
    });
  }

  start(): () => void {
    const stop = this.#connection.events.subscribe(event => this.#apply(event));
    if (this.#connection.state.get().status === 'connected') this.#reading.start();
    return () => {
      this.#reading.cancel();
      stop();
    };
  }

  /** The state of the mails has no event. */
  refresh(): void {
    this.#reading.start();
  }

  /** The time on the clock of the server, ms since 1970. */
  now(): number {
    return this.#environment.now() + this.#clockOffset;
  }

  /** Shows the change at once, and takes it back if it fails. Rejects with a `CommandError`. One change is sent after the other. */
  async change(change: SettingsChange): Promise<void> {
    this.#waiting = [...this.#waiting, change];
    this.#show();
    const sent = this.#sending.then(() => this.#send(change));
    this.#sending = sent.catch(() => {});
    try {
      await sent;
    } finally {
      this.#waiting = this.#waiting.filter(other => other !== change);
      this.#show();
    }
  }

  async #send(change: SettingsChange): Promise<void> {
    // Another device may have changed the list from which this one was made.
    const version = change.words && this.#stored?.version;
    const input = { ...change, ...(version !== undefined && { version }) };
    const { settings } = await this.#connection.command('set_notification_settings', input);
    this.#put(settings);
  }

  #apply(event: Event): void {
    if (event.type === 'notification_settings_changed') this.#put(event.settings);
    if (event.type !== 'connected' && event.type !== 'resync') return;
    // Another history has other versions.
    if (event.type === 'connected') this.#version = UNKNOWN;
    this.#reading.start();
  }

  #put(settings: NotificationSettings): void {
    if (settings.version < this.#version) return;
    this.#version = settings.version;
    this.#stored = settings;
    this.#show();
  }

  #show(): void {
    if (this.#stored) this.set(this.#waiting.reduce(applyChange, this.#stored));
  }
}

function applyChange(
  settings: NotificationSettings,
  { pausedUntil, ...change }: SettingsChange,
): NotificationSettings {
  if (pausedUntil === undefined) return { ...settings, ...change } as NotificationSettings;
  const { pausedUntil: _, ...rest } = { ...settings, ...change } as NotificationSettings;
  return pausedUntil === null ? rest : { ...rest, pausedUntil };
}
