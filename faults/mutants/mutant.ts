/** Makes what stands in the place of a real function. */
export type Wrapper = (real: (...input: never[]) => unknown) => (...input: never[]) => unknown;

/**
 * A change that breaks a promise, as a careless change of the product might. Its keys name what it wraps: a function that a
 * module exports, or a method of a class or object that it exports, such as `Hub.publish`.
 */
export type Mutant = Readonly<Record<string, Wrapper>>;

/** Checks a wrapper against the function that it wraps. */
export function defineWrapper<Real extends (...input: never[]) => unknown>(
  wrapper: (real: Real) => (...input: Parameters<Real>) => ReturnType<Real>,
): Wrapper {
  return wrapper as unknown as Wrapper;
}
