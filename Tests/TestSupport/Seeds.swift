/// The seeds of a test: few by default, as many as the environment asks for.
package enum Seeds {
}
