import * as fc from 'fast-check';
import { expect, inject, onTestFinished, test } from 'vitest';
import { PostgresConnection } from './postgres-connection.ts';
import { encodeTextArray } from './text-array.ts';

test('PostgreSQL reads every text of an array unchanged', async () => {
  const connection = await PostgresConnection.open(inject('postgresUrl'));
  onTestFinished(() => connection.close());
  const anyText = fc.string({ unit: 'binary' }).map(text => text.replaceAll('\0', '"{,}\\'));
  await fc.assert(
    fc.asyncProperty(fc.array(anyText), async texts => {
      const { rows } = await connection.query('select $1::text[] as "texts"', [encodeTextArray(texts)]);
      expect(rows).toEqual([{ texts }]);
    }),
  );
});
