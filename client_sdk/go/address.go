package conquian

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"math"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
)

// What a referee sets when it starts a bot.
const (
	addressVariable = "CONQUIAN_ADDRESS"
	tokenVariable   = "CONQUIAN_TOKEN"
	caVariable      = "CONQUIAN_CA"
)

const connectTimeout = 5 * time.Second

// address is where the referee is, and how it is reached.
type address struct {
	target string         // unix:/path or host:port
	token  string         // empty where none is needed
	ca     *x509.CertPool // nil for a connection without TLS
}

// readAddress takes an address from the environment.
func readAddress(getenv func(string) string) (address, error) {
	a := address{target: getenv(addressVariable), token: getenv(tokenVariable)}
	if a.target == "" {
		return a, failed(exitBadUsage, "no address: a referee starts its bots with %s set; "+
			"to try your bot, run `conquian play . greedy` in its folder", addressVariable)
	}
	if !isTarget(a.target) {
		return a, failed(exitBadUsage, "%s %q: give host:port or unix:/path", addressVariable, a.target)
	}
	if strings.ContainsFunc(a.token, func(r rune) bool { return r < ' ' || r > '~' }) {
		return a, failed(exitBadUsage, "%s holds what no token has: give printable ASCII", tokenVariable)
	}
	return a, a.readCA(getenv(caVariable))
}

func (a *address) readCA(path string) error {
	if path == "" {
		return nil
	}
	certificates, err := os.ReadFile(path)
	if err != nil {
		return failed(exitBadUsage, "%s: %v", caVariable, err)
	}
	a.ca = x509.NewCertPool()
	if !a.ca.AppendCertsFromPEM(certificates) {
		return failed(exitBadUsage, "%s %q: no certificate in it (PEM)", caVariable, path)
	}
	return nil
}

func isTarget(target string) bool {
	if path, isUnix := strings.CutPrefix(target, "unix:"); isUnix {
		return path != ""
	}
	host, port, err := net.SplitHostPort(target)
	_, portErr := strconv.ParseUint(port, 10, 16)
	return err == nil && portErr == nil && host != ""
}

func (a address) channel() (*grpc.ClientConn, error) {
	return grpc.NewClient(a.target, a.options()...)
}

// authorized is a context whose calls carry the token.
func (a address) authorized(ctx context.Context) context.Context {
	if a.token == "" {
		return ctx
	}
	return metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+a.token)
}

func (a address) options() []grpc.DialOption {
	options := []grpc.DialOption{
		grpc.WithTransportCredentials(a.credentials()),
		// The end of a long leg is one message, and a bot has no reason to distrust its referee.
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(math.MaxInt32)),
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff:           backoff.DefaultConfig,
			MinConnectTimeout: connectTimeout,
		}),
	}
	if strings.HasPrefix(a.target, "unix:") {
		return options
	}
	// A referee that has vanished without a word is noticed over a network only by asking.
	return append(options, grpc.WithKeepaliveParams(keepalive.ClientParameters{
		Time:    30 * time.Second,
		Timeout: 10 * time.Second,
	}))
}

func (a address) credentials() credentials.TransportCredentials {
	if a.ca == nil {
		return insecure.NewCredentials()
	}
	return credentials.NewTLS(&tls.Config{RootCAs: a.ca, MinVersion: tls.VersionTLS12})
}
