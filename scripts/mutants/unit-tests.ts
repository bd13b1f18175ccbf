import { basename } from 'node:path';
import { inspect } from 'node:util';
import { createVitest, type Reporter, type Vitest } from 'vitest/node';

interface Results {
  failures: string[];
  fileCount: number;
}

/** Runs unit tests of a checkout again and again in one process: a start of Vitest costs more than the tests of a folder. */
export class UnitTests {
  readonly #vitest: Vitest;
  readonly #results: Results;

  private constructor(vitest: Vitest, results: Results) {
    this.#vitest = vitest;
    this.#results = results;
  }

  static async open(root: string): Promise<UnitTests> {
    const results: Results = { failures: [], fileCount: 0 };
    const fail = (moduleId: string, name: string, message = '') =>
      results.failures.push(`${basename(moduleId)}: ${name}: ${message.split('\n', 1)[0]}`);
    // The results of a run also contain those of earlier runs, so the reporter collects the failures.
    const reporter: Reporter = {
      onTestCaseResult(test) {
        const { state, errors = [] } = test.result();
        if (state === 'failed') fail(test.module.moduleId, test.fullName, errors[0]?.message);
      },
      onTestModuleEnd(module) {
        results.fileCount++;
        for (const { message } of module.errors()) fail(module.moduleId, 'did not run', message);
      },
      onTestSuiteResult(suite) {
        for (const { message } of suite.errors()) fail(suite.module.moduleId, suite.fullName, message);
      },
    };
    // Without `bail`: it can cancel the next run.
    const options = { root, project: ['unit'], watch: false, reporters: [reporter] };
    return new UnitTests(await createVitest('test', options), results);
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
    Object.assign(this.#results, { failures: [], fileCount: 0 });
    const { unhandledErrors } = await this.#vitest.runTestSpecifications(specifications);
    const { failures, fileCount } = this.#results;
    const errors = unhandledErrors.map(error => inspect(error));
    if (fileCount < specifications.length && errors.length === 0)
      throw new Error(`Only ${fileCount} of ${specifications.length} test files ran.`);
    return [...failures, ...errors][0];
  }

  close(): Promise<void> {
    return this.#vitest.close();
  }
}
