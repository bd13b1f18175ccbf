import type * as Client from '@prometheus-io/client';

type Reading = number | undefined;

/** A mutation on an idle disk takes a millisecond, and a stalled one seconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const COUNTS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/**
 * What this process counts for Prometheus. No label holds an id, a name, an address or a text of a person, and each has a bounded
 * number of values.
 */
export class Metrics {
  readonly #client: typeof Client;
  readonly #registry: Client.Registry;

  readonly httpRequests;
  readonly commands;
  readonly commandSeconds;
  readonly messagesSent;
  readonly deliveries;
  readonly deliveredBytes;
  readonly batchMutations;
  readonly commitSeconds;
  readonly databaseWaitSeconds;
  readonly closedSockets;
  readonly signIns;
  readonly busGaps;
  readonly feedRepairs;
  readonly jobRuns;
  readonly mails;
  readonly webhooks;
  readonly pushes;
  readonly pushSeconds;
  readonly uploads;
  readonly uploadedBytes;
  readonly storageSeconds;
  readonly storageFailures;
  readonly storageRetries;

  /** Loads the library, which only servers with metrics need. */
  static async create(): Promise<Metrics> {
    return new Metrics(await import('@prometheus-io/client'));
  }

  private constructor(client: typeof Client) {
    this.#client = client;
    this.#registry = new client.Registry();
    this.httpRequests = this.#count(
      'snug_http_requests_total',
      'HTTP requests by route and class of status.',
      ['route', 'status'],
    );
    this.commands = this.#count(
      'snug_commands_total',
      'Commands by their outcome: ok or the code of the error.',
      ['command', 'outcome'],
    );
    this.commandSeconds = this.#measure('snug_command_seconds', 'Time of a command.', SECONDS, ['command']);
    this.messagesSent = this.#count('snug_messages_sent_total', 'Messages that were stored.');
    this.deliveries = this.#count('snug_deliveries_total', 'Frames that were written to sockets.');
    this.deliveredBytes = this.#count('snug_delivered_bytes_total', 'Bytes of these frames.');
    this.batchMutations = this.#measure('snug_batch_mutations', 'Changes in a batch.', COUNTS);
    this.commitSeconds = this.#measure(
      'snug_commit_seconds',
      'Time of a batch, until it is synced to disk.',
      SECONDS,
    );
    this.databaseWaitSeconds = this.#measure(
      'snug_db_wait_seconds',
      'Time that a batch waited for a connection to PostgreSQL.',
      SECONDS,
    );
    this.closedSockets = this.#count(
      'snug_sockets_closed_total',
      'Closed sockets by the code of the close.',
      ['code'],
    );
    this.signIns = this.#count('snug_sign_ins_total', 'Attempts to sign in or to sign up.', ['outcome']);
    this.busGaps = this.#count(
      'snug_bus_gaps_total',
      'Times that events between servers may have been lost.',
      ['cause'],
    );
    this.feedRepairs = this.#count(
      'snug_feed_repairs_total',
      "Gaps in a room's events that were read from the database.",
    );
    this.jobRuns = this.#count('snug_job_runs_total', 'Runs of background jobs.', ['kind', 'outcome']);
    this.mails = this.#count(
      'snug_mails_total',
      'Mails that arrived at the mail server, or failed for good.',
      ['outcome'],
    );
    this.webhooks = this.#count('snug_webhooks_total', 'Deliveries of outgoing webhooks.', ['outcome']);
    this.pushes = this.#count('snug_pushes_total', 'Pushes to devices by kind of push service.', [
      'service',
      'outcome',
    ]);
    this.pushSeconds = this.#measure(
      'snug_push_seconds',
      'Time of a push, from its wait for a turn to the response of its service.',
      SECONDS,
      ['service'],
    );
    this.uploads = this.#count('snug_uploads_total', 'Uploads: ok or the code of the error.', ['outcome']);
    this.uploadedBytes = this.#count('snug_upload_bytes_total', 'Bytes of stored uploads.');
    this.storageSeconds = this.#measure(
      'snug_storage_seconds',
      'Time of an operation of the file storage.',
      SECONDS,
      ['operation'],
    );
    this.storageFailures = this.#count(
      'snug_storage_failures_total',
      'Failed operations of the file storage.',
      ['operation'],
    );
    this.storageRetries = this.#count('snug_storage_retries_total', 'Repeated requests to the file store.');
  }

  /** `read` runs at each scrape. While it returns undefined, there is no value. */
  addGauge(name: string, help: string, read: () => Reading | Promise<Reading>): void {
    this.#addGauge({
      name,
      help,
      async collect() {
        const value = await read();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }

  /** One value for each value of a label. */
  addLabelledGauge(name: string, help: string, label: string, read: () => Record<string, number>): void {
    this.#addGauge({
      name,
      help,
      labelNames: [label],
      collect() {
        for (const [value, reading] of Object.entries(read())) this.set({ [label]: value }, reading);
      },
    });
  }

  /** Always 1: the labels are the information. */
  addInfo(name: string, help: string, labels: Record<string, string>): void {
    this.#addGauge({ name, help, labelNames: Object.keys(labels) }).set(labels, 1);
  }

  /** `read` returns the total since the start. */
  addTotal(name: string, help: string, read: () => number): void {
    this.#registry.registerMetric(
      new this.#client.Counter({
        name,
        help,
        registers: [],
        collect() {
          this.reset();
          this.inc(read());
        },
      }),
    );
  }

  #addGauge(options: Client.GaugeConfiguration<string>): Client.Gauge<string> {
    const gauge = new this.#client.Gauge({ ...options, registers: [] });
    this.#registry.registerMetric(gauge);
    return gauge;
  }

  /** The type of `render`'s text. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  /** In the text format of Prometheus. */
  render(): Promise<string> {
    return this.#registry.metrics();
  }

  #count<Name extends string>(name: string, help: string, labelNames: readonly Name[] = []) {
    return new this.#client.Counter<Name>({ name, help, labelNames, registers: [this.#registry] });
  }

  #measure<Name extends string>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: readonly Name[] = [],
  ) {
    return new this.#client.Histogram<Name>({ name, help, buckets, labelNames, registers: [this.#registry] });
  }
}
