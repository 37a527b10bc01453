import 'reflect-metadata';

/** A link of a bar. Links are sorted by `order`; a bar has each path and each order once. */
export type NavigationEntry = Readonly<{
  order: number;
  href: string;
  label: string;
  visibleTo?: 'people' | 'administrators';
}>;

/** A keyboard shortcut, and where it applies. Several keys are pressed one after another. */
export type Shortcut = Readonly<{ order: number; where: string; keys: readonly string[]; does: string }>;

type NavigationBar = 'main' | 'administration' | 'profile';

/** What a module adds to the frame of the pages. */
export type NavigationEntries = Readonly<
  Partial<Record<NavigationBar, readonly NavigationEntry[]>> & {
    /**
     * Paths of the module that belong to an entry of the main bar, or of the profile, by meaning and not by path. Of several entries, the
     * first that the reader sees.
     */
    within?: Readonly<Record<string, string | readonly string[]>>;
    /** The list in which people find the id of a field by a name. */
    finders?: Readonly<Record<string, string>>;
    shortcuts?: readonly Shortcut[];
  }
>;

/** The first page after a sign-in without a destination. A module registers its entry. */
export const HOME_PATH = '/desk';

/** The pages of the user's own profile. A module registers its entry. */
export const PROFILE_PATH = '/profile';

const ENTRIES = Symbol('navigation');

/** For the class of a module: its entries in the frame of the pages. */
export const RegisterNavigation =
  (entries: NavigationEntries): ClassDecorator =>
  (module) =>
    Reflect.defineMetadata(ENTRIES, entries, module);

/** The entries of all modules. Throws if they contradict each other, or if the frame links a page that nobody registered. */
export function collectNavigation(modules: Iterable<object>): Navigation {
  const navigation = new Navigation(
    [...new Set(modules)].flatMap(
      (module) => (Reflect.getMetadata(ENTRIES, module) as NavigationEntries | undefined) ?? [],
    ),
  );
  for (const [bar, path] of [
    ['main', HOME_PATH],
    ['profile', PROFILE_PATH],
  ] as const)
    if (!navigation[bar].some(({ href }) => href === path))
      throw new TypeError(`No module registers ${path} in the bar ${bar}`);
  return navigation;
}

/** The bars and the keyboard shortcuts of the pages. */
export class Navigation {
  readonly main: readonly NavigationEntry[];
  /** The pages for administrators, of all modules. */
  readonly administration: readonly NavigationEntry[];
  /** The pages of the profile, of all modules. */
  readonly profile: readonly NavigationEntry[];
  readonly shortcuts: readonly Shortcut[];
  private readonly within: readonly (readonly [string, readonly string[]])[];
  private readonly finders: Readonly<Record<string, string>>;

  constructor(modules: readonly NavigationEntries[]) {
    const collectBar = (bar: NavigationBar): readonly NavigationEntry[] =>
      sortEntries(
        modules.flatMap((entries) => entries[bar] ?? []),
        `the bar ${bar}`,
      );
    this.main = collectBar('main');
    this.administration = collectBar('administration');
    this.profile = collectBar('profile');
    this.shortcuts = sortEntries(
      modules.flatMap(({ shortcuts = [] }) => shortcuts),
      'the shortcuts',
    );
    // The longest path first: it is the most specific one.
    this.within = modules
      .flatMap(({ within = {} }) => Object.entries(within))
      .map(([path, hrefs]) => [path, [hrefs].flat()] as const)
      .sort(([one], [other]) => other.length - one.length);
    this.finders = Object.fromEntries(modules.flatMap(({ finders = {} }) => Object.entries(finders)));
    const paths = this.within.map(([path]) => path);
    rejectDuplicates(paths, 'the paths within an entry');
    for (const bar of [this.main, this.administration, this.profile]) checkLinks(bar);
    for (const [path, hrefs] of this.within)
      for (const href of hrefs)
        if (![...this.main, ...this.profile].some((entry) => entry.href === href))
          throw new TypeError(`${path} is within ${href}, which is no entry`);
  }

  /** Entries of the main bar without access are hidden. */
  listVisible({
    userName,
    isAdministrator,
  }: Readonly<{ userName: string | null; isAdministrator: boolean }>): readonly NavigationEntry[] {
    const isVisibleTo = { people: userName !== null, administrators: isAdministrator };
    return this.main.filter(({ visibleTo }) => visibleTo === undefined || isVisibleTo[visibleTo]);
  }

  /** The current entry: the one with the longest matching path. */
  findCurrent(path: string, destinations: readonly NavigationEntry[]): NavigationEntry | undefined {
    const [pathname = '/'] = path.split('?');
    const [, places] = this.within.find(
      ([prefix]) => pathname === prefix || pathname.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`),
    ) ?? [pathname, [pathname]];
    return places.flatMap((place) =>
      destinations
        .filter(({ href }) => place === href || place.startsWith(`${href}/`))
        .sort((a, b) => b.href.length - a.href.length),
    )[0];
  }

  /** The entry that an address without a page is most like, by its path or its label: paths are typed by hand. A sign-in may come before it. */
  findNearest(path: string, { isAdministrator }: Readonly<{ isAdministrator: boolean }>): NavigationEntry | undefined {
    const [word = ''] = /^\/([^/?]{3,})/.exec(path.toLowerCase())?.slice(1) ?? [];
    if (word === '') return undefined;
    return this.main
      .filter(({ visibleTo }) => visibleTo !== 'administrators' || isAdministrator)
      .find(
        ({ href, label }) =>
          label.toLowerCase() === word || href.startsWith(`/${word}`) || word.startsWith(href.slice(1)),
      );
  }

  /** The list in which people find the id of this field. */
  readonly getFinder = (field: string): string => {
    const path = this.finders[field];
    if (path === undefined) throw new TypeError(`No module registers where ${field} is found`);
    return path;
  };
}

function sortEntries<Entry extends Readonly<{ order: number }>>(
  entries: readonly Entry[],
  place: string,
): readonly Entry[] {
  const orders = entries.map(({ order }) => String(order));
  rejectDuplicates(orders, `the orders of ${place}`);
  return [...entries].sort((a, b) => a.order - b.order);
}

function checkLinks(bar: readonly NavigationEntry[]): void {
  const paths = bar.map(({ href }) => href);
  rejectDuplicates(paths, 'the paths of a bar');
  for (const { href, label } of bar)
    if (!href.startsWith('/') || label === '')
      throw new TypeError(`The navigation entry ${href} "${label}" needs a path and a label`);
}

function rejectDuplicates(values: readonly string[], place: string): void {
  const duplicate = values.find((value, index) => values.indexOf(value) !== index);
  if (duplicate !== undefined) throw new TypeError(`${duplicate} appears twice in ${place}`);
}
