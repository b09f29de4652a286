package conquian

import (
	"io"
	"log"
	"net"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	pb "conquian/v1"
)

// script is what a referee does on one connection.
type script func(t *testing.T, stream pb.RefereeService_PlayServer) error

// scripted is a referee that follows a script a connection, in the order in which they come.
type scripted struct {
	pb.UnimplementedRefereeServiceServer
	t       *testing.T
	scripts chan script
}

func (r *scripted) Play(stream pb.RefereeService_PlayServer) error {
	select {
	case next := <-r.scripts:
		return next(r.t, stream)
	default:
		return status.Error(codes.Unavailable, "the scripts are at their end")
	}
}

// refereed is the address of a referee with these scripts.
func refereed(t *testing.T, scripts ...script) address {
	path := filepath.Join(t.TempDir(), "referee")
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	referee := &scripted{t: t, scripts: make(chan script, len(scripts))}
	for _, next := range scripts {
		referee.scripts <- next
	}
	server := grpc.NewServer()
	pb.RegisterRefereeServiceServer(server, referee)
	go func() { _ = server.Serve(listener) }()
	hanging := time.AfterFunc(10*time.Second, server.Stop) // a test that fails does not wait for ever
	t.Cleanup(func() { hanging.Stop(); server.Stop() })
	return address{target: "unix:" + path}
}

// clientOf is a client whose clock runs only while it waits.
func clientOf(bot Bot, to address) *client {
	now := time.Unix(0, 0)
	c := newClient(newSession(bot, log.New(io.Discard, "", 0)), to)
	c.now = func() time.Time { return now }
	c.sleep = func(pause time.Duration) { now = now.Add(pause) }
	return c
}

// receive takes the next message, whose first entry has the form that is wanted.
func receive(t *testing.T, stream pb.RefereeService_PlayServer, form string) *pb.BotEntry {
	message, err := stream.Recv()
	if err != nil {
		t.Errorf("no %s came: %v", form, err)
		return nil
	}
	entry := message.GetEntries()[0]
	said := entry.ProtoReflect().WhichOneof(entry.ProtoReflect().Descriptor().Oneofs().Get(0))
	if string(said.Name()) != form {
		t.Errorf("%v came for a %s", message, form)
	}
	return entry
}

// begin opens a session with a deal in which a decision is wanted.
func begin(t *testing.T, stream pb.RefereeService_PlayServer, resumed bool) {
	hello := receive(t, stream, "hello").GetHello()
	if (hello.GetResumeToken() != "") != resumed {
		t.Errorf("the resume token is %q", hello.GetResumeToken())
	}
	_ = stream.Send(response(sayWelcome(resumed)))
	receive(t, stream, "ready")
	_ = stream.Send(response(sayLegStarted(), sayDealStarted(1), sayAsked(t, 11, 1)))
}

// A session ends when the referee ends the stream and no deal is open.
func TestSessionEndsInOrder(t *testing.T) {
	c := clientOf(passer(), refereed(t, func(t *testing.T, stream pb.RefereeService_PlayServer) error {
		begin(t, stream, false)
		if id := receive(t, stream, "decision").GetDecision().GetRequestId(); id != 11 {
			t.Errorf("request %d is answered", id)
		}
		return stream.Send(response(sayDealEnded(1)))
	}))
	if err := c.run(); err != nil {
		t.Error(err)
	}
}

// The token goes with the call, never in a message.
func TestTheTokenGoesWithTheCall(t *testing.T) {
	var carried []string
	to := refereed(t, func(_ *testing.T, stream pb.RefereeService_PlayServer) error {
		values, _ := metadata.FromIncomingContext(stream.Context())
		carried = values.Get("authorization")
		return nil
	})
	to.token = "secret"
	err := clientOf(passer(), to).run()
	if err != nil || !slices.Equal(carried, []string{"Bearer secret"}) {
		t.Error(err, carried)
	}
}

// A stream that breaks is taken up again, and the request that is asked again gets its answer.
func TestBrokenStreamsAreTakenUpAgain(t *testing.T) {
	breaking := func(t *testing.T, stream pb.RefereeService_PlayServer) error {
		begin(t, stream, false)
		receive(t, stream, "decision")
		return status.Error(codes.Unavailable, "cut")
	}
	ending := func(t *testing.T, stream pb.RefereeService_PlayServer) error {
		begin(t, stream, true)
		receive(t, stream, "decision")
		return stream.Send(response(sayDealEnded(1)))
	}
	bot, made := counting()
	if err := clientOf(bot, refereed(t, breaking, ending)).run(); err != nil || (*made)[0].asked != 1 {
		t.Error(err, (*made)[0].asked)
	}
}

// A referee that is lost is looked for in ever longer pauses, for ten seconds and no longer.
func TestLostRefereesAreLookedForAWhile(t *testing.T) {
	var pauses []time.Duration
	c := clientOf(passer(), address{target: "unix:" + filepath.Join(t.TempDir(), "nobody")})
	sleep := c.sleep
	c.sleep = func(pause time.Duration) { pauses = append(pauses, pause); sleep(pause) }
	isFailure(t, c.run(), exitRefereeLost, "no referee at unix:")
	first := []time.Duration{100e6, 200e6, 400e6, 800e6, 1e9, 1e9}
	if len(pauses) != 13 || !slices.Equal(pauses[:6], first) {
		t.Error(pauses)
	}
}

// A referee that welcomes and breaks off again and again is lost all the same.
func TestAWelcomeAloneIsNoReturn(t *testing.T) {
	scripts := make([]script, 99)
	for i := range scripts {
		scripts[i] = func(t *testing.T, stream pb.RefereeService_PlayServer) error {
			_ = stream.Send(response(sayWelcome(i > 0)))
			return status.Error(codes.Unavailable, "cut")
		}
	}
	isFailure(t, clientOf(passer(), refereed(t, scripts...)).run(), exitRefereeLost, "cut")
}

// A stopping referee with no deal open may break off: the session is over.
func TestAStoppingRefereeMayBreakOff(t *testing.T) {
	to := refereed(t, func(_ *testing.T, stream pb.RefereeService_PlayServer) error {
		_ = stream.Send(response(sayWelcome(false), sayStopping()))
		return status.Error(codes.Unavailable, "gone")
	})
	if err := clientOf(passer(), to).run(); err != nil {
		t.Error(err)
	}
}

// Where there is no use in trying again, the referee's words are told at once.
func TestFinalStatusesAreRefusals(t *testing.T) {
	for _, code := range []codes.Code{codes.Unauthenticated, codes.PermissionDenied,
		codes.Unimplemented, codes.InvalidArgument, codes.FailedPrecondition} {
		c := clientOf(passer(), refereed(t, func(*testing.T, pb.RefereeService_PlayServer) error {
			return status.Error(code, "not you")
		}))
		c.sleep = func(time.Duration) { t.Errorf("tried again after %v", code) }
		isFailure(t, c.run(), exitRefused, "not you")
	}
}

// A bot that fails says goodbye with the reason.
func TestAFailingBotSaysGoodbye(t *testing.T) {
	reason := ""
	to := refereed(t, func(t *testing.T, stream pb.RefereeService_PlayServer) error {
		begin(t, stream, false)
		reason = receive(t, stream, "goodbye").GetGoodbye().GetReason()
		return nil
	})
	bot := botOf(func(*Observation) Decision { panic("at a loss \xff") })
	isFailure(t, clientOf(bot, to).run(), exitBotFailed, "at a loss")
	if reason != "panic: at a loss ?" {
		t.Errorf("the reason is %q", reason)
	}
}

// After its goodbye a bot sends nothing, so that the stream ends in order.
func TestNothingIsSentAfterTheGoodbye(t *testing.T) {
	line, err := connect(refereed(t, func(t *testing.T, stream pb.RefereeService_PlayServer) error {
		receive(t, stream, "goodbye")
		if message, err := stream.Recv(); err != io.EOF {
			t.Errorf("%v, %v came after the goodbye", message, err)
		}
		return nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	defer line.close()
	line.sayGoodbye("enough")
	line.sayGoodbye("enough again")
	line.send(&pb.PlayRequest{})
	for range line.arrivals {
		t.Error("an entry came")
	}
	if line.end != nil {
		t.Error(line.end)
	}
}

// Messages may be of any size.
func TestMessagesMayBeLarge(t *testing.T) {
	to := refereed(t, func(_ *testing.T, stream pb.RefereeService_PlayServer) error {
		large := &pb.Notice{Sentence: string(make([]byte, 9<<20))}
		_ = stream.Send(response(sayWelcome(false)))
		return stream.Send(response(
			&pb.RefereeEntry{Entry: &pb.RefereeEntry_Notice{Notice: large}}))
	})
	if err := clientOf(passer(), to).run(); err != nil {
		t.Error(err)
	}
}
