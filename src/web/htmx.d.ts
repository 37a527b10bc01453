/** The build of htmx that browsers load; its types are those of the package. */
declare module 'htmx.org/dist/htmx.esm.min.js' {
  const htmx: (typeof import('htmx.org'))['default'];
  export default htmx;
}
