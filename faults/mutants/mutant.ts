/** Creates the replacement of a real function. */
export type Wrapper = (real: (...input: never[]) => unknown) => (...input: never[]) => unknown;

/**
 * A change that breaks a promise, like a careless change of the product. Its keys name the wrapped functions: an exported
 * function, or a method of an exported class or object, such as `Hub.publish`.
 */
export type Mutant = Readonly<Record<string, Wrapper>>;

/** Checks a wrapper against the type of its function. */
export function defineWrapper<Real extends (...input: never[]) => unknown>(
  wrapper: (real: Real) => (...input: Parameters<Real>) => ReturnType<Real>,
): Wrapper {
  return wrapper as unknown as Wrapper;
}
