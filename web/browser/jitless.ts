// Keeps zod from making code at run time, which the content security policy forbids.

// It tries as soon as a schema is made. Its settings are laid out before it is loaded, because asking it to
// change them would bring zod into the first download.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
