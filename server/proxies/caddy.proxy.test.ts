import { testBehind } from './behind.ts';
import { startCaddy } from './caddy.ts';
import { testFilesBehind } from './files-behind.ts';

testBehind('Caddy', startCaddy);
testFilesBehind('Caddy', startCaddy);
