import { startCaddy } from './caddy.ts';
import { testDoctor } from './doctor-tests.ts';
import { testFilesThroughProxy } from './file-proxy-tests.ts';
import { testProxy } from './proxy-tests.ts';

testProxy('Caddy', startCaddy);
testFilesThroughProxy('Caddy', startCaddy);
testDoctor('Caddy', startCaddy, [
  {
    name: 'a limit for bodies',
    replacements: { '\treverse_proxy': '\trequest_body {\n\t\tmax_size 2MB\n\t}\n\treverse_proxy' },
    problem: 'uploads: fail',
  },
]);
