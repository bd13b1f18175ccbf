import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import '../../app/core.ts';
import { temporaryDatabase } from '../../testing/database.ts';
import { listPreparedStatements } from '../prepared.ts';
import { toPositions } from './sqlite.ts';

/** Of a job, which runs it once in a while. */
const EXCEPTION = 'select "size" from "files" where "state" = ?';

/** SQLite asks the authorizer about each part of a statement that it prepares. */
async function openWithAuthorizer() {
  const { path } = await temporaryDatabase();
  const database = new DatabaseSync(path);
  onTestFinished(() => database.close());
  let questions = 0;
  database.setAuthorizer(() => {
    questions++;
    return 0;
  });
  const countQuestions = (statement: StatementSync, values: readonly number[]) => {
    database.exec('begin');
    questions = 0;
    try {
      statement.all(...values);
    } catch {
      // Many changes break a constraint, after the preparation.
    }
    const count = questions;
    database.exec('rollback');
    return count;
  };
  return { database, countQuestions };
}

test('a run with other values does not prepare its statement again', async () => {
  const { database, countQuestions } = await openWithAuthorizer();
  const statements = listPreparedStatements().map(text => toPositions(text).sql);
  const again = statements.filter(sql => {
    const statement = database.prepare(sql);
    const values = (sql.match(/\?/g) ?? []).map(() => 1);
    countQuestions(statement, values);
    return countQuestions(statement, values) > 0;
  });
  expect(statements.length).toBeGreaterThan(200);
  expect(again.filter(sql => !sql.includes(EXCEPTION))).toEqual([]);
});
