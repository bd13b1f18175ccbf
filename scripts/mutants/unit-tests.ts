import { basename } from 'node:path';
import { inspect } from 'node:util';
import { createVitest, type Reporter, type Vitest } from 'vitest/node';

/** Runs unit tests of a checkout again and again in one process: a start of Vitest costs more than the tests of a folder. */
export class UnitTests {
  readonly #vitest: Vitest;
  readonly #failures: string[];

  private constructor(vitest: Vitest, failures: string[]) {
    this.#vitest = vitest;
    this.#failures = failures;
  }

  static async open(root: string): Promise<UnitTests> {
    const failures: string[] = [];
    const fail = (moduleId: string, name: string, message = '') =>
      failures.push(`${basename(moduleId)}: ${name}: ${message.split('\n', 1)[0]}`);
    // The results of a run also contain those of earlier runs, so the reporter collects the failures.
    const reporter: Reporter = {
      onTestCaseResult(test) {
        const { state, errors = [] } = test.result();
        if (state === 'failed') fail(test.module.moduleId, test.fullName, errors[0]?.message);
      },
      onTestModuleEnd(module) {
        for (const { message } of module.errors()) fail(module.moduleId, 'did not run', message);
      },
      onTestSuiteResult(suite) {
        for (const { message } of suite.errors()) fail(suite.module.moduleId, suite.fullName, message);
      },
    };
    const options = { root, project: ['unit'], watch: false, bail: 1, reporters: [reporter] };
    return new UnitTests(await createVitest('test', options), failures);
  }

  /** Forgets what it has loaded of a file that changed. */
  invalidate(path: string): void {
    this.#vitest.invalidateFile(path);
  }

  /** The first test that fails. */
  async run(filters: readonly string[]): Promise<string | undefined> {
    const specifications =
      filters.length === 0 ? [] : await this.#vitest.globTestSpecifications([...filters]);
    if (specifications.length === 0) return undefined;
    this.#failures.length = 0;
    const { unhandledErrors } = await this.#vitest.runTestSpecifications(specifications);
    const [error] = unhandledErrors;
    return this.#failures[0] ?? (error === undefined ? undefined : inspect(error));
  }

  close(): Promise<void> {
    return this.#vitest.close();
  }
}
