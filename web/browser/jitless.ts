// Keeps zod from compiling code at run time, which the content security policy forbids. The settings are written before zod is
// loaded, because its own function for them would bring zod into the first download.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
