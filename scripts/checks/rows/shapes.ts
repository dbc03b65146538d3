import path from 'node:path';
import type { CallExpression, Node } from 'typescript/unstable/ast';
import { isCallExpression, isPropertyAccessExpression } from 'typescript/unstable/ast/is';
import { API, type Checker, type Project, type Type, TypeFlags } from 'typescript/unstable/sync';

/** The values that a type allows. */
export interface Shape {
  /** `string`, `number`, `boolean`, `Date`, `Buffer`, `array`, `object`, `null`; with `any`, everything. */
  readonly kinds: ReadonlySet<string>;
  /** The only texts; null where any text is allowed. */
  readonly texts: ReadonlySet<string> | null;
  /** The elements of an array. */
  readonly item: Shape | null;
  /** The fields of an object. */
  readonly fields: ReadonlyMap<string, Field>;
}

/** A field of an object, or a column of a row. */
export interface Field {
  readonly shape: Shape;
  /** True where it may be missing. */
  readonly isOptional: boolean;
}

/** One call of `rows` in the source. */
export interface RowsCall {
  /** `file:line:column` of its name, from the package's folder. */
  readonly place: string;
  /** The type of a row, as TypeScript prints it. */
  readonly type: string;
  /** Null where the type declares no columns: nobody reads the rows by name. */
  readonly columns: ReadonlyMap<string, Field> | null;
  /** True where a type parameter adds columns that are known to the callers only. */
  readonly isOpen: boolean;
}

/** Levels of a value that are compared. The record of the tests goes as deep. */
const MAX_DEPTH = 4;
const anything: Shape = { kinds: new Set(['any']), texts: null, item: null, fields: new Map() };
const flagKinds: readonly (readonly [flag: TypeFlags, kind: string])[] = [
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BigIntLike, 'bigint'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.Null, 'null'],
];

/**
 * Reads every call of `rows` of the program with the columns that its type declares, as the compiler resolves them.
 * @param root folder of `tsconfig.json`
 * @param declaredIn file of the declaration of `rows`, from the root
 */
export function readRowsCalls(root: string, declaredIn: string): RowsCall[] {
  const api = new API({ cwd: root });
  try {
    const config = path.join(root, 'tsconfig.json');
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`The compiler could not open ${config}.`);
    return project.program
      .getSourceFileNames()
      .filter((file) => !path.relative(root, file).startsWith('..') && !file.includes('/node_modules/'))
      .flatMap((file) => callsOfFile(project, root, file, declaredIn));
  } finally {
    api.close();
  }
}

function callsOfFile(project: Project, root: string, file: string, declaredIn: string): RowsCall[] {
  const source = project.program.getSourceFile(file);
  if (!source || !/\.rows\b/.test(source.text)) return [];
  const name = path.relative(root, file).replaceAll('\\', '/');
  const calls: RowsCall[] = [];
  const walk = (node: Node): void => {
    if (isCallExpression(node) && isPropertyAccessExpression(node.expression) && node.expression.name.text === 'rows') {
      const row = rowOf(project.checker, node, declaredIn);
      if (row) {
        const before = source.text.slice(0, node.expression.name.getStart(source));
        const line = before.split('\n').length;
        const column = before.length - before.lastIndexOf('\n');
        calls.push({ place: `${name}:${line}:${column}`, ...columnsOf(project.checker, row) });
      }
    }
    node.forEachChild(walk);
  };
  walk(source);
  return calls;
}

/** The type of a row of a call; null when it calls another `rows`. */
function rowOf(checker: Checker, call: CallExpression, declaredIn: string): Type | null {
  const signature = checker.getResolvedSignature(call);
  if (!signature?.declaration?.path.toLowerCase().endsWith(declaredIn.toLowerCase())) return null;
  const promise = checker.getReturnTypeOfSignature(signature);
  const [array] = promise?.isTypeReference() ? checker.getTypeArguments(promise) : [];
  const [row] = array?.isTypeReference() ? checker.getTypeArguments(array) : [];
  return row ?? null;
}

function columnsOf(checker: Checker, row: Type): Omit<RowsCall, 'place'> {
  const parts = row.isIntersectionType() ? (row.getTypes() ?? []) : [row];
  const isOpen = parts.some((part) => (part.flags & TypeFlags.TypeParameter) !== 0);
  const { fields } = shapeOf(checker, row, 0);
  return { type: checker.typeToString(row), columns: fields.size === 0 ? null : fields, isOpen };
}

/** The shape of a type; a union is one shape that allows all of its members. */
function shapeOf(checker: Checker, type: Type, depth: number): Shape {
  if (depth > MAX_DEPTH || type.flags & TypeFlags.AnyOrUnknown) return anything;
  const members = type.isUnionType() ? (type.getTypes() ?? []) : [type];
  return members
    .filter((member) => !(member.flags & TypeFlags.Undefined))
    .map((member) => shapeOfMember(checker, member, depth))
    .reduce(eitherOf);
}

function shapeOfMember(checker: Checker, type: Type, depth: number): Shape {
  const known = flagKinds.find(([flag]) => type.flags & flag);
  if (known) {
    const texts = type.isStringLiteralType() ? new Set([type.value]) : null;
    return { ...anything, kinds: new Set([known[1]]), texts };
  }
  if (checker.isArrayLikeType(type)) {
    // A list that is more than a list, such as one with a mark of its own, has no arguments to ask for.
    const items = type.isTypeReference()
      ? checker.getTypeArguments(type).map((item) => shapeOf(checker, item, depth + 1))
      : [];
    return { ...anything, kinds: new Set(['array']), item: items.length === 0 ? null : items.reduce(eitherOf) };
  }
  const name = type.getSymbol()?.name;
  if (name === 'Date') return { ...anything, kinds: new Set(['Date']) };
  if (name === 'Buffer' || name === 'Uint8Array') return { ...anything, kinds: new Set(['Buffer']) };
  const parts = type.isIntersectionType() ? (type.getTypes() ?? []) : [type];
  // A text or a number with a mark of its own.
  const base = parts.find((part) => flagKinds.some(([flag]) => part.flags & flag));
  if (base) return shapeOfMember(checker, base, depth);
  if (!(type.flags & TypeFlags.StructuredType)) {
    const constraint = checker.getBaseConstraintOfType(type);
    return constraint && constraint.id !== type.id ? shapeOf(checker, constraint, depth) : anything;
  }
  const fields = new Map<string, Field>();
  const properties = checker.getPropertiesOfType(type);
  const types = checker.getTypeOfSymbol(properties);
  for (const [at, { name: field }] of properties.entries()) {
    const own = types[at];
    if (!own) continue;
    const inside = own.isUnionType() ? (own.getTypes() ?? []) : [own];
    const isOptional = inside.some((member) => member.flags & TypeFlags.Undefined);
    fields.set(field, { shape: shapeOf(checker, own, depth + 1), isOptional });
  }
  return { ...anything, kinds: new Set(['object']), fields };
}

function eitherOf(a: Shape, b: Shape): Shape {
  const fields = new Map<string, Field>();
  const [inA, inB] = [a.kinds.has('object'), b.kinds.has('object')];
  for (const name of new Set([...a.fields.keys(), ...b.fields.keys()])) {
    const [ofA, ofB] = [a.fields.get(name), b.fields.get(name)];
    const both = [ofA, ofB].filter((field) => field !== undefined);
    fields.set(name, {
      shape: both.map((field) => field.shape).reduce(eitherOf),
      isOptional: both.some((field) => field.isOptional) || (inA && !ofA) || (inB && !ofB),
    });
  }
  const [first, second] = [a, b].map((shape) => (shape.kinds.has('string') ? shape.texts : undefined));
  return {
    kinds: new Set([...a.kinds, ...b.kinds]),
    texts:
      first === undefined ? (second ?? null) : second === undefined ? first : first && second && first.union(second),
    item: a.item && b.item ? eitherOf(a.item, b.item) : (a.item ?? b.item),
    fields,
  };
}
