import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from '@snug/testkit/until.ts';
import { Program } from '../program.ts';

const SCRIPT = join(import.meta.dirname, 'notification_daemon.py');

export interface DesktopNotification {
  id: number;
  title: string;
  body: string;
}

type Report =
  | { event: 'ready' }
  | { event: 'closed'; id: number }
  | ({ event: 'shown' } & DesktopNotification);

/** The notifications of a desktop, on a D-Bus of its own: a test clicks them as a person does. */
export class NotificationDaemon {
  readonly #bus: Program;
  readonly #child: ChildProcess;
  readonly #shown = new Map<number, DesktopNotification>();
  #isReady = false;
  /** Of programs that show notifications here. */
  readonly env: NodeJS.ProcessEnv;

  static async start(
    { dbus, python }: { dbus: string; python: string },
    env: NodeJS.ProcessEnv,
  ): Promise<NotificationDaemon> {
    const bus = new Program(dbus, ['--session', '--nofork', '--print-address'], env);
    const [, address] = await bus.waitForOutput(/^(unix:\S+)/m);
    const daemon = new NotificationDaemon(bus, python, { ...env, DBUS_SESSION_BUS_ADDRESS: address });
    await until('the notifications of the desktop are ready', () => daemon.#isReady);
    return daemon;
  }

  private constructor(bus: Program, python: string, env: NodeJS.ProcessEnv) {
    this.#bus = bus;
    this.env = env;
    this.#child = spawn(python, [SCRIPT], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    if (this.#child.stdout)
      createInterface(this.#child.stdout).on('line', line => this.#apply(JSON.parse(line) as Report));
  }

  /** What is on the screen, the oldest first. */
  get shown(): readonly DesktopNotification[] {
    return [...this.#shown.values()];
  }

  click(id: number): void {
    this.#child.stdin?.write(`click ${id}\n`);
  }

  async end(): Promise<void> {
    this.#child.kill();
    await this.#bus.end();
  }

  #apply(report: Report): void {
    if (report.event === 'ready') this.#isReady = true;
    else if (report.event === 'closed') this.#shown.delete(report.id);
    else this.#shown.set(report.id, { id: report.id, title: report.title, body: report.body });
  }
}
