/** For another version, first check what the parts below claim about React's code (decision 53). */
const VERSION = /^exports\.version = "19\.3\.1";$/m;

interface Part {
  /** The only ways to the part, by module. The build fails if something imports one of them. */
  entries: Readonly<Record<string, readonly string[]>>;
  /** What react-dom/client assigns for the part, and nothing else reads. */
  assigned?: readonly string[];
  /** React's number for the elements of the part. It makes none without the entries. */
  tag?: number;
  /** Variables that have another value than at first only in the part. */
  constants?: readonly string[];
  /** States that are never true, or always null, outside of the part. */
  falseStates?: readonly string[];
  nullStates?: readonly string[];
  /** Methods of React's dispatchers that only the entries call. */
  methods?: readonly string[];
}

const HINTS = ['preconnect', 'prefetchDNS', 'preinit', 'preinitModule', 'preload', 'preloadModule'];

export const UNUSED_PARTS: Readonly<Record<string, Part>> = {
  hydration: {
    entries: { 'react-dom/client': ['hydrateRoot'] },
    assigned: ['ReactDOMHydrationRoot.prototype.unstable_scheduleHydration'],
    tag: 18,
    constants: ['isHydrating'],
    falseStates: ['isDehydrated'],
    nullStates: ['dehydrated'],
  },
  viewTransitions: {
    entries: { react: ['ViewTransition'] },
    tag: 30,
    constants: ['shouldStartViewTransition'],
  },
  activities: { entries: { react: ['Activity'] }, tag: 31 },
  // Stable versions of React do not export them.
  suspenseLists: { entries: {}, tag: 19 },
  resourceHints: { entries: { 'react-dom': HINTS }, methods: ['D', 'C', 'L', 'm', 'X', 'S', 'M'] },
  formStates: {
    entries: { react: ['useActionState'], 'react-dom': ['useFormState', 'useFormStatus'] },
    methods: ['useActionState', 'useFormState', 'useHostTransitionStatus'],
  },
  optimisticStates: { entries: { react: ['useOptimistic'] }, methods: ['useOptimistic'] },
  cacheRefresh: { entries: { react: ['unstable_useCacheRefresh'] }, methods: ['useCacheRefresh'] },
  compiler: { entries: { react: ['__COMPILER_RUNTIME'] }, methods: ['useMemoCache'] },
  findDomNode: { entries: {}, assigned: ['ReactDOMSharedInternals.findDOMNode'] },
};

type Change = readonly [pattern: RegExp, replacement: string];

/**
 * Removes the entries of the unused parts, and decides their conditions, so that the minifier removes the code behind them: 11.4 kB
 * after gzip. All code that runs is React's own. `module`: its name in imports.
 */
export function removeUnusedParts(module: string, code: string): string {
  const changes = Object.values(UNUSED_PARTS).flatMap(part => listChanges(part, module));
  if (changes.length > 0 && !VERSION.test(code))
    throw new Error(`web/unused-react.ts knows another version of ${module}`);
  return changes.reduce((changed, change) => applyChange(changed, change), code);
}

function applyChange(code: string, [pattern, replacement]: Change): string {
  const changed = code.replaceAll(pattern, replacement);
  if (changed === code) throw new Error(`React has nothing like ${String(pattern)}`);
  return changed;
}

function listChanges(part: Part, module: string): Change[] {
  const {
    entries,
    assigned = [],
    tag,
    constants = [],
    falseStates = [],
    nullStates = [],
    methods = [],
  } = part;
  const unused = (entries[module] ?? []).map(name => `exports.${name}`);
  if (module !== 'react-dom/client') return unused.map(dropAssignment);
  return [
    ...[...unused, ...assigned].map(dropAssignment),
    ...(tag === undefined ? [] : dropTag(tag)),
    ...constants.map(keepFirstValue),
    ...falseStates.map(name => replaceState(name, '!1')),
    ...nullStates.map(name => replaceState(name, 'null')),
    ...methods.map(dropMethod),
  ];
}

/** Assigns the value to a variable that nothing reads. */
function dropAssignment(target: string): Change {
  return [
    new RegExp(`^${target.replaceAll('.', String.raw`\.`)} =`, 'gm'),
    `const unused_${target.replaceAll('.', '_')} =`,
  ];
}

function dropTag(tag: number): Change[] {
  return [
    [new RegExp(`^ *case ${tag}:$`, 'gm'), ''],
    [new RegExp(String.raw`\b${tag} ([!=])== [\w.$]+\.tag\b`, 'gm'), `${tag} $1== 0`],
  ];
}

/** Of a variable that is declared with its first value, which a comma follows at the end of the line. */
function keepFirstValue(variable: string): Change {
  return [new RegExp(String.raw`\b${variable} = (![01])\b(?!,$)`, 'gm'), '$1'];
}

function dropMethod(name: string): Change {
  return [new RegExp(String.raw`^( {2,4})${name}: (?:\w+|function \([\s\S]*?^\1\}),?$`, 'gm'), ''];
}

function replaceState(property: string, value: string): Change {
  return [new RegExp(String.raw`\b[\w$]+(?:\.\w+)*\.${property}\b(?! = )`, 'gm'), value];
}
