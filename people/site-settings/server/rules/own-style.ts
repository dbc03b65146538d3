import { createHash } from 'node:crypto';
import type { CssNode } from 'css-tree';
import generate from 'css-tree/generator';
import parse from 'css-tree/parser';
import walk from 'css-tree/walker';

/** Things within things (a rule within a rule is two), selectors of a rule, and parts of a selector. */
const limits = { depth: 32, selectors: 100, parts: 60 } as const;
const atRules = new Set(['media', 'supports', 'container', 'layer']);
/** All functions that are allowed. What is not here may load something (`image-set`, `src`) or run something. */
const functions = new Set(
  `var env calc min max clamp round mod rem abs sign sin cos tan asin acos atan atan2 pow sqrt hypot log exp
   rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark
   linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient
   translate translatex translatey translatez translate3d rotate rotatex rotatey rotatez rotate3d
   scale scalex scaley scalez scale3d skew skewx skewy matrix matrix3d perspective
   blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
   cubic-bezier steps linear minmax repeat fit-content circle ellipse inset rect xywh polygon path counter counters`.split(
    /\s+/,
  ),
);
/** Of old browsers: they run code. */
const properties = new Set(['behavior', '-moz-binding', '-ms-behavior']);
/** The site's own pictures. */
const ownFile = /^\/logo\/[0-9a-f]{64}\.(?:png|jpg)$/;
const propertyName = /^(?:--[\w-]+|-?[a-z][a-z-]*)$/i;

/** What is wrong with one node, in words; null for nothing. */
function faultOf(node: CssNode): string | null {
  switch (node.type) {
    case 'Atrule':
      return atRules.has(node.name.toLowerCase())
        ? null
        : `@${node.name} is not allowed; @media, @supports, @container and @layer are.`;
    case 'Url':
      return ownFile.test(node.value) ? null : 'url() takes only pictures of this site, as /logo/….png.';
    case 'Function':
      return functions.has(node.name.toLowerCase()) ? null : `${node.name}() is not allowed.`;
    case 'Declaration':
      return propertyName.test(node.property) && !properties.has(node.property.toLowerCase())
        ? null
        : `${node.property} is not allowed.`;
    case 'SelectorList':
      return node.children.size <= limits.selectors ? null : `A rule has at most ${limits.selectors} selectors.`;
    case 'Selector':
      return node.children.size <= limits.parts ? null : `A selector has at most ${limits.parts} parts.`;
    case 'Raw':
      return /^[;\s]*$/.test(node.value) ? null : 'This cannot be read. A rule inside another begins with &.';
    case 'CDO':
    case 'CDC':
      return '<!-- and --> are not CSS.';
    default:
      return null;
  }
}

/** The first fault in a style, with its line. */
function firstFault(tree: CssNode): string | null {
  let fault: string | null = null;
  let depth = 0;
  walk(tree, {
    enter(node: CssNode) {
      if (fault !== null) return walk.break;
      depth++;
      const wrong = depth > limits.depth ? 'This is nested too deeply.' : faultOf(node);
      if (wrong !== null) fault = `Line ${node.loc?.start.line ?? 1}: ${wrong}`;
      return undefined;
    },
    leave() {
      depth--;
    },
  });
  return fault;
}

/** An admin's style as it is served, or why it is not. */
export type OwnStyle = { readonly css: string; readonly hash: string } | { readonly fault: string };

/**
 * Reads a style, refuses what could load, run or imitate anything, and writes it again from what was understood: browsers
 * get nothing that was not checked. Comments are left out.
 */
export function readStyle(source: string): OwnStyle {
  if (/[^\P{Cc}\t\n\r\f]/u.test(source)) return { fault: 'There is a character in it that cannot be seen.' };
  let wrong: string | null = null;
  const tree = parse(source, {
    positions: true,
    parseCustomProperty: true,
    onParseError: (error) => {
      // Further semicolons and the like are in the tree as raw text, which is checked there.
      if (error.message === 'Unexpected input') return;
      wrong ??= `Line ${(error as unknown as { line: number }).line}: ${error.message}.`;
    },
  });
  const fault = firstFault(tree) ?? wrong;
  if (fault !== null) return { fault };
  const css = generate(tree);
  return { css, hash: createHash('sha256').update(css).digest('hex').slice(0, 32) };
}

let last: { readonly source: string; readonly style: OwnStyle } | null = null;

/** The same, memoized: the settings are read every few seconds, and hold one style. */
export function ownStyle(source: string): OwnStyle {
  if (last?.source !== source) last = { source, style: readStyle(source) };
  return last.style;
}
