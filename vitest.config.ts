import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Vitest leaves one processor to itself, which is half of a small machine.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          // Loading everything anew for each file took as long as the tests themselves.
          isolate: false,
          restoreMocks: true,
          unstubGlobals: true,
          testTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
          include: ['{protocol,client,server,web,testkit,scripts,faults,bench}/**/*.test.ts'],
          exclude: [
            '**/node_modules/**',
            '**/*.{server,sim,faults,proxy,cluster}.test.ts',
            'server/src/db/postgres/**',
          ],
        },
      },
      {
        test: {
          // The tests of everything that has SQL, once more on the other engine.
          name: 'postgres',
          env: { SNUG_TEST_ENGINE: 'postgres' },
          isolate: false,
          restoreMocks: true,
          unstubGlobals: true,
          testTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
          globalSetup: 'testkit/src/postgres/global-setup.ts',
          include: [
            'server/src/{account-deletion,accounts,audit,blocks,bots,data-export,files,invites,jobs,mentions,messages,nodes,pins,presence,profiles,reactions,reads,reports,room-files,rooms,saved,server-state,storage-use,tokens,webhooks,workspace}/**/*.test.ts',
            'server/src/db/{batch,postgres/*}.test.ts',
            'server/src/{access.security,commands/{dispatch,room-state-reader,viewers-handlers}}.test.ts',
          ],
          exclude: [
            'server/src/!(db)/**/races.test.ts',
            '**/*.server.test.ts',
            // Without SQL.
            'server/src/accounts/{device,provider-profile}.test.ts',
            'server/src/files/{content-type,file,metadata.security,pictures,video}.test.ts',
            'server/src/presence/{presence-tracker,room-viewers}.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'server',
          isolate: false,
          include: ['{server,bench}/**/*.server.test.ts', 'server/simulation/*.sim.test.ts'],
          globalSetup: 'scripts/build-first.ts',
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: 'faults',
          isolate: false,
          include: ['faults/**/*.faults.test.ts'],
          globalSetup: ['scripts/build-first.ts', 'faults/global-setup.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: 'cluster',
          isolate: false,
          include: ['faults/cluster/*.cluster.test.ts'],
          globalSetup: ['scripts/build-first.ts', 'faults/cluster/global-setup.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: 'proxies',
          include: ['server/proxies/*.proxy.test.ts'],
          globalSetup: 'scripts/build-first.ts',
          testTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
