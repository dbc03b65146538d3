// oxlint-disable-next-line import/default -- The build makes it (`scripts/bundle/inline-script.ts`).
import script from './boot.ts?inline';

/** `boot.ts` as one minified statement. The content security policy allows it by its hash. */
export const bootScript: string = script;
